import type { SoundTest } from '@belfry/schemas/http/sound-tests';
import { useTranslation } from '../../lib/translation.ts';

const SIZE = { width: 240, height: 32 };
/** Less than this is drawn as a flat line. */
const RANGE_DB = 12;

/** The levels that were heard, the oldest first; nothing for fewer than two. */
export function LevelLine({ tests }: { tests: readonly SoundTest[] }) {
  const { t } = useTranslation('commands');
  const levels = tests.flatMap(({ level_db }) => level_db ?? []).toReversed();
  if (levels.length < 2) return null;
  const middle = (Math.max(...levels) + Math.min(...levels)) / 2;
  const range = Math.max(RANGE_DB, Math.max(...levels) - Math.min(...levels));
  const points = levels.map((level, index) => {
    const x = (index / (levels.length - 1)) * SIZE.width;
    const y = SIZE.height / 2 - ((level - middle) / range) * (SIZE.height - 4);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <figure aria-label={t('sound.levels')} style={{ margin: 0 }}>
      <svg aria-hidden viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} {...SIZE}>
        <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth={1.5} />
      </svg>
    </figure>
  );
}
