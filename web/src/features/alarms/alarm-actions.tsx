import { ALARM_COMMENT_MAX } from '@belfry/schemas/domain/alarms';
import type { Alarm } from '@belfry/schemas/http/alarms/alarms';
import { Alert, Button, Menu, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useAct } from '../../ui/use-act.ts';
import { useAcknowledgeAlarmMutation, useCommentAlarmMutation, useSnoozeAlarmMutation } from './alarms-api.ts';

const HOUR_MINUTES = 60;
/** In hours. */
const SNOOZES = [1, 4, 24, 168] as const;

type Props = { alarm: Pick<Alarm, 'alarm_id' | 'state' | 'may_handle'> };

/** Nobody takes care of it yet, and the person may. */
export const isOpen = ({ state, may_handle }: Props['alarm']): boolean =>
  may_handle && state !== 'acknowledged' && state !== 'cleared';

/** Says that the person takes care of it; nothing where somebody does already, or where they may not. */
export function TakeButton({ alarm, compact = false }: Props & { compact?: boolean }) {
  const { t } = useTranslation('alarms');
  const { act, pending } = useAct();
  const [take] = useAcknowledgeAlarmMutation();
  if (!isOpen(alarm)) return null;
  return (
    <Button
      {...(compact && { size: 'compact-sm', variant: 'default' })}
      loading={pending}
      onClick={() => void act(() => take({ alarm_id: alarm.alarm_id }), { failed: t('take_failed') })}
    >
      {t('acknowledge')}
    </Button>
  );
}

/** Entries of the menu: for how long it is set aside. */
export function SnoozeItems({ alarm }: Props) {
  const { t } = useTranslation('alarms');
  const { act } = useAct();
  const [snooze] = useSnoozeAlarmMutation();
  return (
    <>
      <Menu.Label>{t('snooze.button')}</Menu.Label>
      {SNOOZES.map((hours) => (
        <Menu.Item
          key={hours}
          onClick={() =>
            void act(() => snooze({ alarm_id: alarm.alarm_id, minutes: hours * HOUR_MINUTES }), {
              failed: t('take_failed'),
            })
          }
        >
          {t(`snooze.hours_${hours}`)}
        </Menu.Item>
      ))}
    </>
  );
}

/** Also to one that is over. The text stays where the server refuses it. */
export function AlarmComment({ alarm: { alarm_id } }: Props) {
  const { t } = useTranslation('alarms');
  const messageOf = useErrorMessage();
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const [comment, { error, isLoading }] = useCommentAlarmMutation();
  const typed = text.trim();
  const submit = async (): Promise<void> => {
    setMissing(typed === '');
    if (typed === '') return;
    const { error: refused } = await comment({ alarm_id, comment: typed });
    if (refused === undefined) setText('');
  };
  return (
    <Stack gap="sm" align="flex-start">
      <Textarea
        label={t('comment.label')}
        w="100%"
        autosize
        minRows={2}
        maxLength={ALARM_COMMENT_MAX}
        value={text}
        error={missing && typed === '' ? t('comment.missing') : undefined}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button variant="default" loading={isLoading} onClick={() => void submit()}>
        {t('comment.button')}
      </Button>
      {error !== undefined && (
        <Alert color="error" role="alert">
          {messageOf(error)}
        </Alert>
      )}
    </Stack>
  );
}
