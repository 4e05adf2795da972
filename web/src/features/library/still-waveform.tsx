import classes from './library-list.module.css';

const HEIGHT = 32;
/** Bars that can be told apart in the width of a row. */
const BARS = 100;

/** The waveform of a file that does not play, of the peaks that come with the list. */
export function StillWaveform({ peaks }: { peaks: readonly number[] }) {
  if (peaks.length === 0) return null;
  const step = Math.max(1, Math.ceil(peaks.length / BARS));
  const highest = Math.max(...peaks, Number.EPSILON);
  const bars = Array.from({ length: Math.ceil(peaks.length / step) }, (_, bar) =>
    Math.max(...peaks.slice(bar * step, (bar + 1) * step)),
  );
  const path = bars
    .map((peak, at) => {
      const height = Math.max(1, (peak / highest) * HEIGHT);
      return `M${at + 0.5} ${(HEIGHT - height) / 2}v${height}`;
    })
    .join('');
  return (
    <svg className={classes.still} viewBox={`0 0 ${bars.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      <path d={path} />
    </svg>
  );
}
