import { Anchor, Paper, Stack, NumberInput, Select, SimpleGrid } from '@mantine/core';
import type { TargetsInput } from '@belfry/schemas/domain/targets';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { Link } from 'react-router';
import { MicrophoneCard } from '../audio/microphone-card.tsx';
import { useMicrophone } from '../audio/use-microphone.ts';
import { readChoices, writeChoices, type PageChoices } from '../stored.ts';
import { ObstacleText } from './obstacle-text.tsx';
import { PlaceStates } from './place-states.tsx';
import { ReachText, useReach } from './reach.tsx';
import { TalkButton } from './talk-button.tsx';
import { isActive } from './talk-state.ts';
import { RecordingNote } from './recording-note.tsx';
import { TalkOutcome } from './talk-outcome.tsx';
import { useObstacle } from './use-obstacle.ts';
import { useTalk } from './use-talk.ts';
import classes from '../live-pages.module.css';
import { CHIMES } from '@belfry/schemas/domain/announcements';
import { BUSY_CHOICES, PAGE_WAIT_MAX_S } from '@belfry/schemas/http/live-pages/live-pages';
import { useMay } from '../../teams/teams-api.ts';

type Props = {
  /** null: no place is chosen. */
  targets: TargetsInput | null;
  picker: ReactNode;
  renderRun: (runId: string) => ReactNode;
};

export function TalkPanel({ targets, picker, renderRun }: Props) {
  const { t } = useTranslation('live-pages');
  const microphone = useMicrophone();
  const [choices, setChoices] = useState<PageChoices>(readChoices);
  const [priority, setPriority] = useState<PagePriority>('say_now');
  const { talk, hold, latched } = useTalk(microphone, targets && { targets, priority, ...choices });
  const { reach, error } = useReach(targets);
  const obstacle = useObstacle({ microphone, targets, devices: reach?.devices });
  const change = (next: PageChoices): void => {
    setChoices(next);
    writeChoices(next);
  };
  const page = talk.phase === 'idle' ? null : talk.page;
  return (
    <Stack gap="md">
      <div className={classes.form}>
        <Stack gap="md" className={classes.what ?? ''}>
          <MicrophoneCard session={microphone} locked={isActive(talk)} />
          <Paper withBorder p="md">
            <PageChoiceFields value={choices} onChange={change} priority={priority} onPriority={setPriority} />
            <RecordingNote />
          </Paper>
        </Stack>
        <Paper withBorder p="md" className={classes.places ?? ''}>
          {picker}
        </Paper>
        <Stack gap="md" className={classes.result ?? ''}>
          <ReachText reach={reach} error={error} chosen={targets !== null} path={page?.path} />
          <Stack gap="md" className={classes.thumb ?? ''}>
            <ObstacleText obstacle={obstacle} />
            <TalkButton talk={talk} hold={hold} latched={latched} enabled={obstacle === null} />
          </Stack>
          <TalkOutcome talk={talk} />
          {talk.phase !== 'idle' && talk.state && <PlaceStates state={talk.state} />}
          <Anchor component={Link} to="/talk" size="sm">
            {t('on_phone')}
          </Anchor>
        </Stack>
      </div>
      {talk.phase === 'ended' && page && <div key={page.run_id}>{renderRun(page.run_id)}</div>}
    </Stack>
  );
}

type PAGE_PRIORITIESProps = {
  value: PageChoices;
  onChange: (value: PageChoices) => void;
  priority: PagePriority;
  onPriority: (priority: PagePriority) => void;
};

/** That of an emergency is never remembered. */
const PAGE_PRIORITIES = ['say_now', 'emergency'] as const;
type PagePriority = (typeof PAGE_PRIORITIES)[number];

/** How a page begins, and what happens where something else is heard. Who may start emergencies may speak over everything. */
function PageChoiceFields({ value, onChange, priority, onPriority }: PAGE_PRIORITIESProps) {
  const { t } = useTranslation(['live-pages', 'library']);
  const mayEmergency = useMay('emergency');
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          label={t('choices.chime')}
          data={CHIMES.map((chime) => ({ value: chime, label: t(`library:chimes.${chime}`) }))}
          value={value.chime}
          allowDeselect={false}
          onChange={(chime) => chime !== null && onChange({ ...value, chime })}
        />
        <Select
          label={t('choices.busy')}
          data={BUSY_CHOICES.map((busy) => ({ value: busy, label: t(`busy.${busy}`) }))}
          value={value.busy}
          allowDeselect={false}
          onChange={(busy) => busy !== null && onChange({ ...value, busy })}
        />
      </SimpleGrid>
      {mayEmergency && (
        <Select
          label={t('choices.priority')}
          data={PAGE_PRIORITIES.map((each) => ({ value: each, label: t(`priority.${each}`) }))}
          value={priority}
          allowDeselect={false}
          onChange={(next) => next !== null && onPriority(next)}
        />
      )}
      {value.busy === 'wait' && (
        <NumberInput
          label={t('choices.wait')}
          min={1}
          max={PAGE_WAIT_MAX_S}
          clampBehavior="strict"
          value={value.wait_s}
          onChange={(seconds) => onChange({ ...value, wait_s: Math.max(1, Math.round(Number(seconds) || 1)) })}
        />
      )}
    </Stack>
  );
}
