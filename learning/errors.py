"""What can go wrong between annotated documents and a model of any kind."""


class LearningError(Exception):
    """A model can't be trained, loaded or applied; the message names the place and the way out."""


class EncoderError(LearningError):
    """The folder of the text encoder is missing, or holds no encoder."""


class LanguageModelError(LearningError):
    """The folder of the language model is missing, or holds no language model."""


class TrainingError(LearningError):
    """The documents do not suffice to train on."""


class MissingLibraryError(LearningError):
    """A family needs a library that is not installed; the message names the extra."""


class VersionError(LearningError):
    """A folder does not hold a trained model that this version of the program reads."""
