import { useAct } from '../../ui/use-act.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconVolume } from '@tabler/icons-react';
import { useTranslation } from '../../lib/translation.ts';
import type { Device } from '@belfry/schemas/http/devices/devices';
import type { SoundTest } from '@belfry/schemas/http/sound-tests';
import { SOUND_LEVEL } from '@belfry/schemas/domain/sound-tests';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { formatSigned } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useTimes } from '../../lib/times.ts';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { toast } from '../../ui/toast.ts';
import { useSendCommandMutation } from '../commands/commands-api.ts';
import { useGetSoundTestsQuery } from './sound-tests-api.ts';

/** The last sound test of a device in words, those before it, and a test now. `operates`: whether the person may test it. */
export function SoundTests({ device, operates }: { device: Pick<Device, 'serial' | 'status'>; operates: boolean }) {
  const { t } = useTranslation('commands');
  const errorText = useErrorMessage();
  const { data: tests, error } = useGetSoundTestsQuery(device.serial);
  const [last] = tests ?? [];
  const lastTest = tests?.find(({ kind }) => kind !== 'passive');
  return (
    <Stack gap="xs">
      {!tests && !error && <LineSkeletons count={2} height={20} />}
      {!tests && error && (
        <Text size="sm" c="dimmed" role="alert">
          {errorText(error, t('sound.error'))}
        </Text>
      )}
      {tests && (
        <Group justify="space-between" gap="xs">
          {last ? (
            <Result test={last} />
          ) : (
            <Text size="sm" c="dimmed">
              {t('sound.none')}
            </Text>
          )}
          {operates && <TestNow device={device} level={lastTest?.level ?? SOUND_LEVEL.default} />}
        </Group>
      )}
      {tests && tests.length > 1 && <History tests={tests} />}
    </Stack>
  );
}

const COLOURS = { heard: 'success', not_heard: 'error', not_tested: 'dimmed' } as const;

/** "Heard", "Not heard", or "Not tested" with the reason: never good without having been heard. */
function useResultText(): (test: SoundTest) => string {
  const { t } = useTranslation('commands');
  return ({ result, reason }) => {
    if (result === null) return t('sound.running');
    if (result !== 'not_tested') return t(`sound.result.${result}`);
    return t('sound.not_tested', { reason: t(`sound.reason.${reason ?? 'failed'}`) });
  };
}

function Result({ test }: { test: SoundTest }) {
  const times = useTimes();
  const resultText = useResultText();
  return (
    <div>
      <Text fw={600} c={test.result === null ? 'dimmed' : COLOURS[test.result]}>
        {resultText(test)}
      </Text>
      <Text size="xs" c="dimmed">
        {times.moment(test.at)} <Level test={test} /> <Kind test={test} />
      </Text>
    </div>
  );
}

function Level({ test: { level_db } }: { test: SoundTest }) {
  const { t } = useTranslation('commands');
  const locale = useLocale();
  return level_db === null ? null : <>{t('sound.level', { level: formatSigned(Math.round(level_db), locale) })}</>;
}

/** Marks a result that was heard while an announcement was played. */
function Kind({ test: { kind, announcement } }: { test: SoundTest }) {
  const { t } = useTranslation('commands');
  if (kind !== 'passive') return null;
  return <>{announcement === null ? t('sound.passive') : t('sound.passive_of', { announcement })}</>;
}

function TestNow({ device: { serial, status }, level }: { device: Pick<Device, 'serial' | 'status'>; level: number }) {
  const { t } = useTranslation('commands');
  const { act, pending } = useAct();
  const [send] = useSendCommandMutation();
  const test = async (): Promise<void> => {
    const failed = t('sound.failed');
    const data = await act(() => send({ serial, command: 'sound_test', params: { level } }), { failed });
    if (data && !data.success && data.errorType !== 'unknown_command') toast('error', data.error ?? failed);
  };
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconVolume size={16} aria-hidden />}
      loading={pending}
      disabled={status === 'offline'}
      title={status === 'offline' ? t('sound.offline') : undefined}
      onClick={() => void test()}
    >
      {t('sound.now')}
    </Button>
  );
}

const SHOWN = 8;

function History({ tests }: { tests: readonly SoundTest[] }) {
  const { t } = useTranslation('commands');
  const times = useTimes();
  const resultText = useResultText();
  return (
    <>
      <LevelLine tests={tests.filter(({ kind }) => (kind === 'passive') === (tests[0]?.kind === 'passive'))} />
      <ul aria-label={t('sound.history')} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {tests.slice(1, SHOWN + 1).map((test) => (
          <Text key={test.test_id} component="li" size="sm">
            <Text component="span" size="sm" c="dimmed">
              {times.moment(test.at)}
            </Text>{' '}
            {resultText(test)} <Level test={test} /> <Kind test={test} />
          </Text>
        ))}
      </ul>
    </>
  );
}

const SIZE = { width: 240, height: 32 };
/** Less than this is drawn as a flat line. */
const RANGE_DB = 12;

/** The levels that were heard, the oldest first; nothing for fewer than two. */
function LevelLine({ tests }: { tests: readonly SoundTest[] }) {
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
