import { VisuallyHidden } from '@mantine/core';
import classes from './gauge.module.css';

type Props = {
  label: string;
  text: string;
  /** 0–100; null: an empty bar. */
  percent: number | null;
  /** The text for screen readers where the value is above its limit, which also colours it. */
  warning?: string | false;
};

/** One live value over a thin bar, as wide as its column, so that a new value moves nothing. */
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
