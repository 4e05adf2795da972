import {
  Alert,
  Anchor,
  Button,
  Group,
  Input,
  Progress,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconDeviceFloppy, IconSend } from '@tabler/icons-react';
import { CHIMES } from '@belfry/schemas/domain/announcements';
import type { TargetsInput } from '@belfry/schemas/domain/targets';
import { useId, useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { Link } from 'react-router';
import { useNow } from '../../../lib/timers.ts';
import { useTimes } from '../../../lib/times.ts';
import { useMay } from '../../teams/teams-api.ts';
import { ReachText, useReach } from '../live/reach.tsx';
import { readChoices, readUndoSeconds, UNDO_SECONDS, writeUndoSeconds, type UndoSeconds } from '../stored.ts';
import { samplesOf, spokenPart, type Part, type Recording } from './recorder.ts';
import type { Sending, useSending } from './use-sending.ts';

const NAME_MAX = 80;

type Props = {
  recording: Recording;
  part: Part | null;
  targets: TargetsInput | null;
  sending: ReturnType<typeof useSending>;
};

export function SendingForm({ recording, part, targets, sending: { sending, keep, send, reset } }: Props) {
  const { t } = useTranslation(['live-pages', 'library']);
  const { moment } = useTimes();
  const [name, setName] = useState(() => t('record.name_of', { time: moment(Date.now()) }).slice(0, NAME_MAX));
  const [chime, setChime] = useState(() => readChoices().chime);
  const [undoSeconds, setUndoSeconds] = useState<UndoSeconds>(readUndoSeconds);
  const { reach, error } = useReach(targets);
  const mayKeep = useMay('edit_library');
  const undoLabel = useId();
  const isBusy = sending.step === 'waiting' || sending.step === 'uploading';
  const made = () => ({ name: name.trim(), samples: samplesOf(recording, part ?? spokenPart(recording)) });
  const isNamed = name.trim() !== '';
  return (
    <Stack gap="md">
      <TextInput
        label={t('record.name')}
        value={name}
        maxLength={NAME_MAX}
        error={!isNamed && t('record.name_missing')}
        disabled={isBusy}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Select
        label={t('choices.chime')}
        data={CHIMES.map((each) => ({ value: each, label: t(`library:chimes.${each}`) }))}
        value={chime}
        allowDeselect={false}
        disabled={isBusy}
        onChange={(next) => next !== null && setChime(next)}
      />
      <div>
        <Input.Label id={undoLabel} labelElement="div">
          {t('record.undo_time')}
        </Input.Label>
        <SegmentedControl
          aria-labelledby={undoLabel}
          value={String(undoSeconds)}
          disabled={isBusy}
          data={UNDO_SECONDS.map((seconds) => ({
            value: String(seconds),
            label: t('record.seconds', { count: seconds }),
          }))}
          onChange={(value) => {
            const next = UNDO_SECONDS.find((seconds) => String(seconds) === value) ?? 0;
            setUndoSeconds(next);
            writeUndoSeconds(next);
          }}
        />
      </div>
      <ReachText reach={reach} error={error} chosen={targets !== null} />
      <SendingState sending={sending} onUndo={reset} />
      <Group gap="sm">
        <Button
          size="md"
          leftSection={<IconSend size={20} aria-hidden />}
          disabled={isBusy || !isNamed || targets === null || reach?.devices === 0}
          onClick={() => targets && send({ ...made(), targets, chime, undoSeconds })}
        >
          {t('record.send')}
        </Button>
        {mayKeep && (
          <Button
            size="md"
            variant="default"
            leftSection={<IconDeviceFloppy size={20} aria-hidden />}
            disabled={isBusy || !isNamed}
            onClick={() => void keep(made())}
          >
            {t('record.keep')}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {t('record.hint')}
      </Text>
    </Stack>
  );
}

function SendingState({ sending, onUndo }: { sending: Sending; onUndo: () => void }) {
  const { t } = useTranslation('live-pages');
  switch (sending.step) {
    case 'none':
    case 'sent':
      return null;
    case 'waiting':
      return <Waiting until={sending.until} onUndo={onUndo} />;
    case 'uploading':
      return <Progress value={sending.share * 100} animated={sending.share === 1} aria-label={t('record.uploading')} />;
    case 'kept':
      return (
        <output>
          <Alert color="success" variant="light" p="sm" role="presentation">
            {t('record.kept')}{' '}
            <Anchor component={Link} to="/library?tab=audio" size="sm">
              {t('record.library')}
            </Anchor>
          </Alert>
        </output>
      );
    case 'failed':
      return (
        <Alert color="error" variant="light" p="sm" role="alert">
          {sending.message}
        </Alert>
      );
  }
}

const TICK_MS = 250;

function Waiting({ until, onUndo }: { until: number; onUndo: () => void }) {
  const { t } = useTranslation('live-pages');
  const left = Math.max(0, Math.ceil((until - useNow(TICK_MS)) / 1_000));
  return (
    <Alert color="warning" variant="light" p="sm" role="note">
      <Group justify="space-between" gap="sm">
        <Text size="sm" className="tabular">
          {t('record.waiting', { count: left })}
        </Text>
        <Button color="warning" size="compact-md" onClick={onUndo}>
          {t('record.undo')}
        </Button>
      </Group>
    </Alert>
  );
}
