import { useTranslation } from '../../lib/translation.ts';
import { useAddressTab } from '../../lib/address.ts';
import { useMay } from '../teams/teams-api.ts';
import { PageHeading } from '../../ui/tabbed-page.tsx';
import { SegmentedControl, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TargetsInput } from '@belfry/schemas/domain/targets';
import { isEmpty, useWhere, Where } from '../../kit/where/index.ts';
import { AnnouncementRunProgress } from './run-progress.tsx';
import { SayForm } from './say-form.tsx';

type Props = {
  otherWays?: OtherWays;
};

export function SayPage({ otherWays }: Props) {
  const { t } = useTranslation('announcements');
  return (
    <Stack gap="lg">
      <PageHeading title={t('title')} lead={t('lead')} />
      {useMay('say') && <SayTab otherWays={otherWays} />}
    </Stack>
  );
}

/** What a way of speaking is given: the places and their choice, and how it shows what they have reported about a run. */
type Way = (given: {
  /** null: no place is chosen. */
  targets: TargetsInput | null;
  picker: ReactNode;
  renderRun: (runId: string) => ReactNode;
}) => ReactNode;
/** The ways of speaking that come from another feature. */
type OtherWays = { talk: Way; record: Way };

const WAYS = ['type', 'talk', 'record'] as const;
const renderRun = (runId: string): ReactNode => <AnnouncementRunProgress runId={runId} />;

/** Type, talk or record, to the same places. */
function SayTab({ otherWays }: { otherWays: OtherWays | undefined }) {
  const { t } = useTranslation('announcements');
  const [way, go] = useAddressTab(WAYS, { param: 'way' });
  const { targets, setTargets, remember } = useWhere('speak');
  const picker = <Where right="speak" value={targets} onChange={setTargets} />;
  const form = <SayForm targets={targets} picker={picker} onSaid={remember} />;
  if (!otherWays) return form;
  const given = { targets: isEmpty(targets) ? null : targets, picker, renderRun };
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label={t('way.label')}
        value={way}
        onChange={go}
        data={WAYS.map((each) => ({ value: each, label: t(`way.${each}`) }))}
        style={{ alignSelf: 'flex-start' }}
      />
      {way === 'type' ? form : otherWays[way](given)}
    </Stack>
  );
}
