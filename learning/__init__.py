"""What masking and selection train with: text encoders, folds, versions of models, errors."""
