import { useTranslation } from '../../../lib/translation.ts';
import { meterOf } from '../audio/level.ts';
import { lengthMs, type Part, type Recording } from './recorder.ts';
import classes from './record.module.css';

const BARS = 120;

/** The loudest of each of the equal parts of a recording, 0 to 1 by decibels. */
export function barsOf(peaks: readonly number[]): number[] {
  const count = Math.min(BARS, peaks.length);
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((index + 1) * peaks.length) / count));
    return meterOf(Math.max(...peaks.slice(from, to)));
  });
}

/** A recording as bars, of which those outside of the part are dim. */
export function Waveform({ recording, part: [fromMs, toMs] }: { recording: Recording; part: Part }) {
  const { t } = useTranslation('live-pages');
  const bars = barsOf(recording.peaks);
  const barMs = lengthMs(recording) / bars.length;
  return (
    <figure className={classes.figure} aria-label={t('record.waveform')}>
      <svg className={classes.wave} viewBox={`0 0 ${bars.length} 100`} preserveAspectRatio="none" aria-hidden>
        {bars.map((bar, index) => {
          const height = Math.max(2, bar * 100);
          const isKept = (index + 1) * barMs > fromMs && index * barMs < toMs;
          return (
            <rect
              // oxlint-disable-next-line react/no-array-index-key -- A bar is its place.
              key={index}
              x={index + 0.15}
              y={50 - height / 2}
              width={0.7}
              height={height}
              className={isKept ? classes.kept : classes.cut}
            />
          );
        })}
      </svg>
    </figure>
  );
}
