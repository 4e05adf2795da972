import { VisuallyHidden } from '@mantine/core';
import classes from './gauge.module.css';

type Props = {
  label: string;
  /** Ready to read, with its unit. */
  text: string;
  /** 0–100 of the bar; null leaves it empty. */
  percent: number | null;
  /** What a reader hears when the figure is above its limit; colours it too. */
  warning?: string | false;
};

/** One changing figure over a thin bar. Its width is the column's, so a new value moves nothing. */
export function Gauge({ label, text, percent, warning }: Props) {
  const scale = Math.min(100, Math.max(0, percent ?? 0)) / 100;
  return (
    <div className={classes.gauge} data-warning={warning ? true : undefined}>
      <span className={classes.label}>{label}</span>
      <span className={classes.value}>
        {text}
        {warning && <VisuallyHidden>, {warning}</VisuallyHidden>}
      </span>
      <span className={classes.track} aria-hidden>
        <span className={classes.bar} style={{ transform: `scaleX(${scale})` }} />
      </span>
    </div>
  );
}
