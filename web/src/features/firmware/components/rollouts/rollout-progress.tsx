import type { Rollout, RolloutDeviceState } from '@belfry/schemas/http/firmware/rollouts';
import { Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../../lib/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';

/** The states with a colour, in the order of the bar. */
export const STATE_COLOURS: Partial<Record<RolloutDeviceState, string>> = {
  installed: 'success',
  verifying: 'company',
  downloading: 'purple',
  rolled_back: 'warning',
  failed: 'error',
};
const SHOWN = ['installed', 'verifying', 'downloading', 'rolled_back', 'failed', 'pending', 'cancelled'] as const;

/** A bar and the number of devices in each state. */
export function RolloutProgress({ rollout: { counts, devices } }: { rollout: Rollout }) {
  const { t } = useTranslation('firmware');
  const locale = useLocale();
  const present = SHOWN.filter((state) => counts[state] > 0);
  const total = present.reduce((sum, state) => sum + counts[state], 0) || devices || 1;
  const text = present
    .map((state) => `${t(`rollouts.device.${state}`)}: ${formatCount(counts[state], locale)}`)
    .join(' · ');
  return (
    <>
      <Progress.Root size="sm" aria-hidden>
        {present.map((state) => {
          const colour = STATE_COLOURS[state];
          return (
            colour && (
              <Progress.Section key={state} value={(counts[state] / total) * 100} color={colour} withAria={false} />
            )
          );
        })}
      </Progress.Root>
      <Text size="xs" c="dimmed" className="tabular">
        {text}
      </Text>
    </>
  );
}
