import { SegmentedControl, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import type { TargetsInput } from '@belfry/schemas/domain/targets';
import { useAddressTab } from '../../lib/address.ts';
import { hasTargets, TargetsPicker } from '../places/index.ts';
import { useTargetSources } from '../places/targets-api.ts';
import { AnnouncementRunProgress } from './run-progress.tsx';
import { SayForm } from './say-form.tsx';

/** What a way of speaking is given: the places and their choice, and how it shows what they have reported about a run. */
type Way = (given: {
  /** null: no place is chosen. */
  targets: TargetsInput | null;
  picker: ReactNode;
  renderRun: (runId: string) => ReactNode;
}) => ReactNode;
/** The ways of speaking that come from another feature. */
export type OtherWays = { talk: Way; record: Way };

const WAYS = ['type', 'talk', 'record'] as const;
const renderRun = (runId: string): ReactNode => <AnnouncementRunProgress runId={runId} />;

/** Type, talk or record, to the same places. */
export function SayTab({ otherWays }: { otherWays: OtherWays | undefined }) {
  const { t } = useTranslation('announcements');
  const [way, go] = useAddressTab(WAYS, { param: 'way' });
  const sources = useTargetSources({ ofOthers: true, action: 'say' });
  const [targets, setTargets] = useState<TargetsInput>({});
  const picker = <TargetsPicker sources={sources} value={targets} onChange={setTargets} />;
  if (!otherWays) return <SayForm targets={targets} picker={picker} />;
  const given = { targets: hasTargets(targets) ? targets : null, picker, renderRun };
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label={t('way.label')}
        value={way}
        onChange={go}
        data={WAYS.map((each) => ({ value: each, label: t(`way.${each}`) }))}
        style={{ alignSelf: 'flex-start' }}
      />
      {way === 'type' ? <SayForm targets={targets} picker={picker} /> : otherWays[way](given)}
    </Stack>
  );
}
