import { ALARM_COMMENT_MAX } from '@belfry/schemas/domain/alarms';
import type { AlarmDetails } from '@belfry/schemas/http/alarms/alarms';
import { Alert, Button, Group, Menu, Stack, Textarea } from '@mantine/core';
import { IconBellPause, IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useAcknowledgeAlarmMutation, useCommentAlarmMutation, useSnoozeAlarmMutation } from './alarms-api.ts';

const HOUR_MINUTES = 60;
/** In hours. */
const SNOOZES = [1, 4, 24, 168] as const;

/** Acknowledge, snooze and comment; a comment that was typed goes with each of them. One that is over takes comments only. */
export function AlarmActions({ alarm }: { alarm: Pick<AlarmDetails, 'alarm_id' | 'state'> }) {
  const { t } = useTranslation('alarms');
  const messageOf = useErrorMessage();
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const [acknowledge, acknowledging] = useAcknowledgeAlarmMutation();
  const [snooze, snoozing] = useSnoozeAlarmMutation();
  const [comment, commenting] = useCommentAlarmMutation();
  const error = [acknowledging, snoozing, commenting].find((each) => each.error !== undefined)?.error;
  const busy = acknowledging.isLoading || snoozing.isLoading || commenting.isLoading;
  const typed = text.trim();
  const { alarm_id } = alarm;
  const body = { alarm_id, ...(typed !== '' && { comment: typed }) };

  /** The text stays where the server refuses it. */
  async function send(
    sending: { unwrap: () => Promise<unknown> },
    others: readonly { reset: () => void }[],
  ): Promise<void> {
    for (const other of others) other.reset();
    await sending.unwrap().then(
      () => setText(''),
      () => undefined,
    );
  }
  const submitComment = (): void => {
    setMissing(typed === '');
    if (typed !== '') void send(comment({ alarm_id, comment: typed }), [acknowledging, snoozing]);
  };

  return (
    <Stack gap="sm">
      <Textarea
        label={t('comment.label')}
        autosize
        minRows={2}
        maxLength={ALARM_COMMENT_MAX}
        value={text}
        error={missing && typed === '' ? t('comment.missing') : undefined}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Group gap="xs">
        {alarm.state !== 'cleared' && alarm.state !== 'acknowledged' && (
          <Button
            leftSection={<IconCheck size={16} aria-hidden />}
            loading={acknowledging.isLoading}
            disabled={busy}
            onClick={() => void send(acknowledge(body), [snoozing, commenting])}
          >
            {t('acknowledge')}
          </Button>
        )}
        {alarm.state !== 'cleared' && (
          <Menu position="bottom-start" withinPortal={false} withInitialFocusPlaceholder={false}>
            <Menu.Target>
              <Button
                variant="default"
                leftSection={<IconBellPause size={16} aria-hidden />}
                rightSection={<IconChevronDown size={14} aria-hidden />}
                loading={snoozing.isLoading}
                disabled={busy}
              >
                {t('snooze.button')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {SNOOZES.map((hours) => (
                <Menu.Item
                  key={hours}
                  onClick={() =>
                    void send(snooze({ ...body, minutes: hours * HOUR_MINUTES }), [acknowledging, commenting])
                  }
                >
                  {t(`snooze.hours_${hours}`)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
        <Button variant="default" loading={commenting.isLoading} disabled={busy} onClick={submitComment}>
          {t('comment.button')}
        </Button>
      </Group>
      {error !== undefined && (
        <Alert color="error" role="alert">
          {messageOf(error)}
        </Alert>
      )}
    </Stack>
  );
}
