"""What masking and selection train with: text encoders, language models, folds, versions of models, errors."""
