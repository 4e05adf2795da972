import { ActionIcon, Collapse, Group, NumberInput, Select, SimpleGrid, Stack } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { CHIMES } from '@belfry/schemas/domain/announcements';
import type { TargetsInput } from '@belfry/schemas/domain/targets';
import { BUSY_CHOICES, PAGE_WAIT_MAX_S } from '@belfry/schemas/http/live-pages/live-pages';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useMay } from '../../teams/teams-api.ts';
import { microphoneObstacle } from '../audio/faults.ts';
import { Fault, MicrophoneChoice } from '../audio/microphone-card.tsx';
import { useMicrophone } from '../audio/use-microphone.ts';
import { useStore } from '../store.ts';
import { type PageChoices, readChoices, writeChoices } from '../stored.ts';
import { ObstacleText } from './obstacle-text.tsx';
import { pathFor, PathNote } from './path-note.tsx';
import { PlaceStates } from './place-states.tsx';
import { RecordingNote } from './recording-note.tsx';
import { TalkButton } from './talk-button.tsx';
import { TalkOutcome } from './talk-outcome.tsx';
import { isActive } from './talk-state.ts';
import { useObstacle } from './use-obstacle.ts';
import { useTalk } from './use-talk.ts';

type Props = {
  /** null: no place is chosen. */
  targets: TargetsInput | null;
  /** How many loudspeakers the places have; undefined while they are counted. */
  devices: number | undefined;
  /** What was said is over, and its run has the receipts. */
  onEnded: (runId: string) => void;
};

/** The button that is held to speak to the places. The microphone is asked for when it is held for the first time. */
export function HoldToTalk({ targets, devices, onEnded }: Props) {
  const { t } = useTranslation('live-pages');
  const id = useId();
  const microphone = useMicrophone({ asks: 'at the first hold' });
  const { fault: heard } = useStore(microphone.state);
  const [isOpen, setOpen] = useState(false);
  const [choices, setChoices] = useState<PageChoices>(readChoices);
  const [priority, setPriority] = useState<PagePriority>('say_now');
  const { talk, hold, latched } = useTalk(microphone, targets && { targets, priority, ...choices });
  const unusable = microphoneObstacle();
  const obstacle = useObstacle({ targets, devices });
  const fault = unusable ?? heard;
  const page = talk.phase === 'idle' ? null : talk.page;
  const endedRun = talk.phase === 'ended' ? (page?.run_id ?? null) : null;
  useEffect(() => {
    if (endedRun !== null) onEnded(endedRun);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- Once for each run.
  }, [endedRun]);
  return (
    <Stack gap="xs">
      <TalkOutcome talk={talk} />
      {talk.phase !== 'idle' && talk.phase !== 'ended' && talk.state && <PlaceStates state={talk.state} />}
      {devices !== undefined && <PathNote path={page?.path ?? pathFor(devices)} />}
      {fault !== null && <Fault fault={fault} />}
      <ObstacleText obstacle={obstacle} />
      <TalkButton talk={talk} hold={hold} latched={latched} enabled={obstacle === null && unusable === null} />
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <RecordingNote />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('more_choices')}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Group>
      <Collapse expanded={isOpen} id={id}>
        <Stack gap="sm">
          <MicrophoneChoice session={microphone} locked={isActive(talk)} />
          <PageChoiceFields
            value={choices}
            onChange={(next) => {
              setChoices(next);
              writeChoices(next);
            }}
            priority={priority}
            onPriority={setPriority}
          />
        </Stack>
      </Collapse>
    </Stack>
  );
}

type PageChoiceProps = {
  value: PageChoices;
  onChange: (value: PageChoices) => void;
  priority: PagePriority;
  onPriority: (priority: PagePriority) => void;
};

/** That of an emergency is never remembered. */
const PAGE_PRIORITIES = ['say_now', 'emergency'] as const;
type PagePriority = (typeof PAGE_PRIORITIES)[number];

/** How a page begins, and what happens where something else is heard. Who may start emergencies may speak over everything. */
function PageChoiceFields({ value, onChange, priority, onPriority }: PageChoiceProps) {
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
