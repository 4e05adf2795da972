import classes from './sound-bars.module.css';

/** Moves while a voice is heard; decoration, the words beside it say the same. */
export const SoundBars = ({ active }: { active: boolean }) => (
  <span aria-hidden className={classes.bars} data-active={active || undefined}>
    <i />
    <i />
    <i />
    <i />
  </span>
);
