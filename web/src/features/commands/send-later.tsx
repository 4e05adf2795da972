import { useAct } from '../../ui/use-act.ts';
import { Button, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { EXPIRES_IN_S } from '@belfry/schemas/http/commands/commands';
import type { Serial } from '@belfry/schemas/domain/serial';
import {
  type Command,
  SUPPORT_MESSAGE_LENGTH_MAX,
  BROADCAST_COMMANDS,
  COMMANDS,
  commandTable,
} from '@belfry/schemas/mqtt/commands';
import { useQueueCommandMutation } from './commands-api.ts';
import {
  askedCommand,
  CommandQuestion,
  type AskedCommand,
  ExpirySelect,
  ChannelSelect,
  VolumeFields,
  type Channel,
} from './command-fields.tsx';
import classes from './commands.module.css';

/** Sends a command to a device that is offline: it waits for the device, as long as is chosen; see CMD-16. Asks as CMD-28 says. */
export function SendLater({ serial }: { serial: Serial }) {
  const { t } = useTranslation('commands');
  const id = useId();
  const { act } = useAct();
  const [values, setValues] = useState(INITIAL_LATER);
  const { command } = values;
  const change = (changed: Partial<LaterValues>): void => setValues((before) => ({ ...before, ...changed }));
  const [expiresInS, setExpiresInS] = useState<number>(EXPIRES_IN_S.default);
  const [queue, { isLoading }] = useQueueCommandMutation();
  const [asking, setAsking] = useState<AskedCommand | null>(null);
  const asksText = fieldsOf(command) === 'message';
  const send = async (): Promise<void> => {
    await act(() => queue({ serial, command, params: paramsOf(values), expires_in_s: expiresInS }), {
      done: ({ state }) => t(state === 'queued' ? 'later.queued' : 'later.sent', { command: t(`name.${command}`) }),
      failed: t('later.failed'),
    });
  };
  return (
    <Stack gap={4} component="section" aria-labelledby={id}>
      <Text size="sm" fw={400} id={id}>
        {t('later.title')}
      </Text>
      <Group gap="xs" align="end" className={classes.fields}>
        <NativeSelect
          size="sm"
          label={t('later.command')}
          value={command}
          data={LATER_COMMANDS.map((name) => ({ value: name, label: t(`name.${name}`) }))}
          onChange={({ currentTarget }) => change({ command: currentTarget.value as Command })}
        />
        <ExpirySelect value={expiresInS} onChange={setExpiresInS} />
        <Button
          variant="light"
          leftSection={<IconClock size={16} aria-hidden />}
          loading={isLoading}
          disabled={asksText && values.message.trim() === ''}
          onClick={() => {
            // The text of Contact Support stands in the form.
            const asked = asksText ? null : askedCommand(command);
            if (asked) setAsking(asked);
            else void send();
          }}
        >
          {t('later.send')}
        </Button>
      </Group>
      <LaterFields values={values} onChange={change} />
      <CommandQuestion command={asking} onConfirm={() => void send()} onClose={() => setAsking(null)} />
    </Stack>
  );
}

function LaterFields({ values, onChange }: { values: LaterValues; onChange: (change: Partial<LaterValues>) => void }) {
  const { t } = useTranslation('commands');
  const action = (
    <NativeSelect
      label={t('later.action')}
      value={values.action}
      data={PLAYER_ACTIONS.map((name) => ({ value: name, label: t(`later.${name}`) }))}
      onChange={({ currentTarget }) => onChange({ action: currentTarget.value as LaterValues['action'] })}
    />
  );
  switch (fieldsOf(values.command)) {
    case 'volume':
      return <VolumeFields values={values} onChange={onChange} />;
    case 'player':
      return (
        <Group grow align="start">
          <ChannelSelect value={values.channel} onChange={(channel) => onChange({ channel })} />
          {action}
        </Group>
      );
    case 'action':
      return action;
    case 'message':
      return (
        <Textarea
          label={t('later.message')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={SUPPORT_MESSAGE_LENGTH_MAX}
          value={values.message}
          onChange={({ currentTarget }) => onChange({ message: currentTarget.value })}
        />
      );
    case 'none':
      return null;
  }
}

/** The commands that can wait for their device, the most frequent ones first: those that need no parameters or have fields for them. */
export const LATER_COMMANDS: readonly Command[] = [...new Set([...BROADCAST_COMMANDS, ...COMMANDS])].filter(
  (command) => fieldsOf(command) !== 'none' || commandTable[command].params.safeParse({}).success,
);

const PLAYER_ACTIONS = ['play', 'stop'] as const;

type LaterValues = {
  command: Command;
  channel: Channel;
  volume: number;
  action: (typeof PLAYER_ACTIONS)[number];
  message: string;
};

export const INITIAL_LATER: LaterValues = {
  command: 'reboot',
  channel: '1',
  volume: 50,
  action: 'play',
  message: '',
};

type LaterFieldKind = 'volume' | 'player' | 'action' | 'message' | 'none';
function fieldsOf(command: Command): LaterFieldKind {
  switch (command) {
    case 'set_volume':
      return 'volume';
    case 'mpd_player':
      return 'player';
    case 'test_voices':
    case 'test_music':
    case 'test_radio':
      return 'action';
    case 'contact_support':
      return 'message';
    default:
      return 'none';
  }
}

export function paramsOf({ command, channel, volume, action, message }: LaterValues): Record<string, unknown> {
  switch (fieldsOf(command)) {
    case 'volume':
      return { channel: Number(channel), volume };
    case 'player':
      return { args: `${channel} ${action}` };
    case 'action':
      return { args: action };
    case 'message':
      return message.trim() === '' ? {} : { message: message.trim() };
    case 'none':
      return {};
  }
}
