import classes from './sound-bars.module.css';

/** Animated while a sample is playing; decorative, because the text beside it has the same information. */
export const SoundBars = ({ active }: { active: boolean }) => (
  <span aria-hidden className={classes.bars} data-active={active || undefined}>
    <i />
    <i />
    <i />
    <i />
  </span>
);
