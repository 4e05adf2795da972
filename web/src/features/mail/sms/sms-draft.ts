import { useDebouncedValue } from '@mantine/hooks';
import { SMS_TEXT_MAX } from '@belfry/schemas/http/mail/sms';
import { useState } from 'react';
import { z } from 'zod';
import { normalizePhone } from '@belfry/schemas/domain/phone';
import { idSchema } from '@belfry/schemas/domain/ids';
import { changedChoice, useAddress } from '../../../lib/address.ts';
import { SESSION_KEYS } from '../../../lib/storage.ts';
import { useSessionDraft } from '../../../lib/use-session-draft.ts';
import { useGetSmsPreviewQuery, type SmsDraft } from './sms-api.ts';

const SETTLE_MS = 400;
const storedText = z.string().max(SMS_TEXT_MAX);
const storedNumbers = z.array(z.string());

/**
 * The draft of a message: the nodes are in the address, text and numbers in session storage. @param mayText whether
 * typed numbers are permitted
 */
export function useSmsDraft(mayText: boolean) {
  const [address, setAddress] = useAddress();
  const nodes = readSelected(address.get('devices'));
  const [typed, setTyped] = useSessionDraft(SESSION_KEYS.smsNumbersDraft, storedNumbers, []);
  const [text, setText] = useSessionDraft(SESSION_KEYS.smsDraft, storedText, '');
  const [emergency, setEmergency] = useState(false);
  const { numbers, invalid } = readNumbers(mayText ? typed : []);
  const draft: SmsDraft = { text: text.trim(), nodes, numbers, ...(mayText && emergency && { emergency }) };
  const [settled] = useDebouncedValue(JSON.stringify(draft), SETTLE_MS);
  const complete = draft.text !== '' && nodes.length + numbers.length > 0;
  const asked = JSON.parse(settled) as SmsDraft;
  const preview = useGetSmsPreviewQuery(asked, {
    skip: !complete || asked.text === '' || (asked.nodes?.length ?? 0) + (asked.numbers?.length ?? 0) === 0,
    refetchOnMountOrArgChange: true,
  });
  const current = complete && settled === JSON.stringify(draft) && !preview.isFetching;
  return {
    nodes,
    setNodes: (ids: readonly number[]) =>
      setAddress((now) => withSelected(now, changedChoice(readSelected(now.get('devices')), nodes, ids)), {
        replace: true,
      }),
    typed,
    setTyped,
    invalid,
    emergency,
    setEmergency,
    text,
    setText,
    draft,
    complete,
    /** The preview of exactly this draft; undefined while it is loaded. */
    preview: current && preview.error === undefined ? preview.currentData : undefined,
    previewError: current ? preview.error : undefined,
    clear: () => {
      setTyped([]);
      setText('');
      setEmergency(false);
    },
  };
}

/** Typed numbers: the stored forms of those that are numbers, each once, and the texts of those that are not. */
export function readNumbers(typed: readonly string[]): { numbers: string[]; invalid: string[] } {
  const numbers = new Set<string>();
  const invalid: string[] = [];
  for (const text of typed) {
    const number = normalizePhone(text);
    if (number === null) invalid.push(text);
    else numbers.add(number);
  }
  return { numbers: [...numbers], invalid };
}

/** A company_id, or a record with it, as the tree hands over; see TREE-30. */
const entrySchema = z.union([idSchema, z.object({ company_id: idSchema }).transform(({ company_id }) => company_id)]);

/** The nodes in the address, a JSON list in `devices`; anything else in it is left out; see SHELL-7. */
export function readSelected(devices: string | null): number[] {
  if (devices === null) return [];
  try {
    const list: unknown = JSON.parse(devices);
    if (!Array.isArray(list)) return [];
    const ids = list.flatMap((entry) => entrySchema.safeParse(entry).data ?? []);
    return [...new Set(ids)];
  } catch {
    return [];
  }
}

/** The address with these nodes; without the parameter for none. */
export function withSelected(address: URLSearchParams, ids: readonly number[]): URLSearchParams {
  const next = new URLSearchParams(address);
  if (ids.length === 0) next.delete('devices');
  else next.set('devices', JSON.stringify(ids));
  return next;
}
