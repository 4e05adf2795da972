import { Stack, TextInput, Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { audioSchema, playlistSchema, stationSchema } from '@belfry/schemas/http/library/audio';
import { ownChimeSchema } from '@belfry/schemas/http/library/chimes';
import { messageSchema, pronunciationSchema } from '@belfry/schemas/http/library/texts';
import type { z } from 'zod';
import { FormButtons } from '../../ui/dialogs/form-dialog.tsx';
import { DraftOffer } from '../../ui/draft-offer.tsx';
import { ConflictNotice } from '../../ui/states/conflict-notice.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { type Bodies, type Kind, useSaveResourceMutation, type Resources, type Save } from './library-api.ts';
import { mergeEdit, sendEdit, type FieldConflict } from '../../lib/edit-conflict.ts';
import { useFormDraft } from '../../lib/use-form-draft.ts';
import { useAct } from '../../ui/use-act.ts';
import { useVoiceLabel } from '../../kit/who-hears/index.ts';
import { useVoiceLanguages, useVoices } from '../speech/voice-lists-api.ts';

/** Of a form in a drawer: what stands above and below it. */
export type FormParts = { head?: ReactNode; foot?: ReactNode; onClose: () => void };

type SaveOptions<K extends Kind> = {
  kind: K;
  /** The edited item; undefined for a new one. */
  item: Resources[K] | undefined;
  body: Bodies[K];
  apply: (body: Bodies[K]) => void;
  onSaved: () => void;
};

type Shown = string | boolean;

type Props<K extends Kind> = SaveOptions<K> & {
  /** False where it cannot be sent; the fields then show what is wrong. */
  check: () => boolean;
  labels: Record<keyof Bodies[K] & string, string>;
  textOf?: (field: keyof Bodies[K] & string, value: unknown) => Shown;
  onCancel: () => void;
  children: ReactNode;
};

export function SaveForm<K extends Kind>(props: Props<K>) {
  const { kind, item, body, check, apply, labels, onSaved, onCancel, children } = props;
  const { textOf = (_field, value) => (typeof value === 'boolean' ? value : String(value)) } = props;
  type Field = keyof Bodies[K] & string;
  const { t } = useTranslation(['library', 'common']);
  const [opened] = useState(body);
  const draft = useFormDraft({
    // Of the other kinds little is typed.
    name: kind === 'messages' ? `message:${item?.id ?? 'new'}` : null,
    values: body,
    opened,
    dirty: JSON.stringify(body) !== JSON.stringify(opened),
    restore: apply,
  });
  const saved = (): void => {
    draft.forget();
    onSaved();
  };
  const { save, conflicts, take, pending, failure } = useSaveResource({ kind, item, body, apply, onSaved: saved });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (check()) void save();
      }}
    >
      <Stack gap="sm">
        <DraftOffer draft={draft} />
        <ConflictNotice<Record<Field, Shown>>
          conflicts={conflicts.map(({ field, theirs, yours }) => {
            const difference = { field, theirs: textOf(field, theirs) };
            return yours === undefined ? difference : Object.assign(difference, { yours: textOf(field, yours) });
          })}
          labelOf={(field) => labels[field]}
          onTake={({ field }) => take(field)}
        />
        {children}
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <FormButtons
          mt="xs"
          submitLabel={t('save')}
          submitting={pending}
          cancelDisabled={pending}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}

type NameFieldProps = {
  value: string;
  checked: boolean;
  /** What it is without one. */
  hint?: string;
  onChange: (name: string) => void;
};

export function NameField({ value, checked, hint, onChange }: NameFieldProps) {
  const { t } = useTranslation('library');
  return (
    <TextInput
      label={t('name')}
      description={hint}
      withAsterisk={hint === undefined}
      maxLength={80}
      value={value}
      error={checked && value.trim() === '' && t('name_missing')}
      {...(hint === undefined && { 'data-autofocus': true })}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

const RESOURCE_SCHEMAS: { [K in Kind]: z.ZodType<Resources[K]> } = {
  messages: messageSchema.strip(),
  audio: audioSchema.strip(),
  playlists: playlistSchema.strip(),
  stations: stationSchema.strip(),
  dictionary: pronunciationSchema.strip(),
  chimes: ownChimeSchema.strip(),
};

/** Saves a resource of the library. After a conflict the next attempt replaces what is stored now. */
function useSaveResource<K extends Kind>({ kind, item, body, apply, onSaved }: SaveOptions<K>) {
  type Field = keyof Bodies[K] & string;
  const { t } = useTranslation('library');
  const [send] = useSaveResourceMutation();
  const { act, pending, failure } = useAct({ inline: true });
  /** The state with which the form began, or which somebody else has saved since. */
  const [base, setBase] = useState<Resources[K] | undefined>(item);
  const [conflicts, setConflicts] = useState<readonly FieldConflict<Bodies[K]>[]>([]);

  async function save(): Promise<void> {
    setConflicts([]);
    let edited = { opened: base, values: body };
    const rebase = (current: Resources[K]): number => {
      const fields = Object.keys(body) as Field[];
      const pick = (from: object): Bodies[K] =>
        Object.fromEntries(fields.map((field) => [field, from[field as keyof typeof from]])) as unknown as Bodies[K];
      const opened = pick(edited.opened ?? current);
      const merged = mergeEdit({ opened, current: pick(current), typed: edited.values });
      edited = { opened: current, values: merged.values };
      apply(merged.values);
      setBase(current);
      setConflicts(merged.conflicts);
      return merged.conflicts.length;
    };
    const call = (from: Resources[K] | undefined) =>
      send({ kind, ...(from && { id: from.id, revision: from.revision }), body: edited.values } as Save);
    const answer = await act(() => sendEdit(base, call, { schema: RESOURCE_SCHEMAS[kind], rebase }), {
      done: t('saved'),
      failed: t('save_failed'),
    });
    if (answer !== undefined) onSaved();
  }
  function take(field: Field): void {
    const taken = conflicts.find((each) => each.field === field);
    if (taken) apply({ ...body, [field]: taken.theirs });
    setConflicts(conflicts.filter((each) => each !== taken));
  }
  return { save, conflicts, take, pending, failure };
}

type LanguageProps = {
  label: string;
  value: string;
  onChange: (language: string) => void;
  /** Languages that are in use already and not offered. */
  without?: readonly string[];
};

const NONE: readonly string[] = [];

/** The languages that have voices; one without voices stays in the list while it is chosen. */
export function VoiceLanguageSelect({ label, value, onChange, without = NONE }: LanguageProps) {
  const { t } = useTranslation('library');
  const { list } = useVoiceLanguages();
  const offered = list.filter(({ code }) => code === value || !without.includes(code));
  const data = offered.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }));
  if (value !== '' && !offered.some(({ code }) => code === value)) data.unshift({ value, label: value });
  return (
    <Select
      label={label}
      data={data}
      value={value === '' ? null : value}
      searchable
      nothingFoundMessage={t('nothing_found')}
      onChange={(code) => code !== null && onChange(code)}
      allowDeselect={false}
    />
  );
}

/** The voices of a language; none chosen is the first one. */
export function VoiceChoice({
  language,
  value,
  onChange,
}: {
  language: string;
  value: string;
  onChange: (voice: string) => void;
}) {
  const { t } = useTranslation('library');
  const labelOf = useVoiceLabel();
  const { list } = useVoices(language === '' ? undefined : language.split('-')[0]);
  return (
    <Select
      label={t('messages.voice')}
      flex="1 1 200px"
      data={list.map((voice) => ({ value: voice.voice_name, label: labelOf(voice) }))}
      value={list.some(({ voice_name }) => voice_name === value) ? value : (list[0]?.voice_name ?? null)}
      searchable
      nothingFoundMessage={t('nothing_found')}
      onChange={(voice) => voice !== null && onChange(voice)}
      allowDeselect={false}
    />
  );
}
