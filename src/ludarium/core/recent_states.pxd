# Plain classes, compiled as they are: the facade asks them several times in every step.
