import { Checkbox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { TargetsInput } from '@belfry/schemas/domain/targets';
import { SMS_TEXT_MAX } from '@belfry/schemas/http/mail/sms';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useAct } from '../../../ui/use-act.ts';
import { useGetSmsPreviewQuery, useSendSmsMutation } from '../../mail/sms/sms-api.ts';
import { useMay } from '../../teams/teams-api.ts';

const SETTLE_MS = 600;

type TextMessages = {
  /** People who would get it; 0: none, or it is not offered. */
  people: number;
  isWanted: boolean;
  want: (isWanted: boolean) => void;
  /** Sends it where that is wanted. */
  send: () => Promise<void>;
};

/** A sentence as a text message to the people who are responsible at the places: only whole places, which the server can name. */
export function useTextMessages(
  text: string,
  { nodes = [], groups = [], devices = [], except = {} }: TargetsInput,
): TextMessages {
  const { t } = useTranslation('say');
  const may = useMay('send_sms');
  const [isWanted, want] = useState(false);
  const { act } = useAct();
  const [sendSms] = useSendSmsMutation();
  const parts = [...groups, ...devices, ...Object.values(except).flat()];
  const isOffered = may && text !== '' && text.length <= SMS_TEXT_MAX && nodes.length > 0 && parts.length === 0;
  const [settled] = useDebouncedValue(JSON.stringify({ text, nodes }), SETTLE_MS);
  const isSettled = settled === JSON.stringify({ text, nodes });
  const { currentData } = useGetSmsPreviewQuery({ text, nodes }, { skip: !isOffered || !isSettled });
  const people = isOffered ? (currentData?.messages ?? 0) : 0;
  return {
    people,
    isWanted,
    want,
    send: async () => {
      if (!isWanted || people === 0) return;
      await act(() => sendSms({ text, nodes, confirmed_messages: people }), {
        done: t('sms_sent', { count: people }),
        failed: t('sms_not_sent'),
      });
      want(false);
    },
  };
}

/** `Also by text message to 4 people` */
export function TextMessageChoice({ messages: { people, isWanted, want } }: { messages: TextMessages }) {
  const { t } = useTranslation('say');
  if (people === 0) return null;
  return (
    <Checkbox
      label={t('sms', { count: people })}
      checked={isWanted}
      onChange={({ currentTarget }) => want(currentTarget.checked)}
    />
  );
}
