"""What others learn with: text encoders, language models, folds, versions of models, errors."""
