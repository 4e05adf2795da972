import { Button, Group, SegmentedControl, Select, Stack, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { SPOKEN_TEXT_MAX } from '@belfry/schemas/domain/announcements';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useInsertAtCaret } from '../../lib/focus.ts';
import { useMay } from '../teams/teams-api.ts';
import { useGetSayMessagesQuery } from './announcements-api.ts';

const MODES = ['text', 'message'] as const;
const VARIABLES = ['place', 'time', 'date'] as const;
const SEARCH_SETTLE_MS = 200;
export type ContentDraft = { mode: (typeof MODES)[number]; text: string; messageId: number | null };
/** What is said: a text with variables, or a message of the library. */
export function AnnouncementContent({
  value,
  onChange,
}: {
  value: ContentDraft;
  onChange: (value: ContentDraft) => void;
}) {
  const { t } = useTranslation('announcements');
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={t('what.label')}
        value={value.mode}
        onChange={(mode) => onChange({ ...value, mode: MODES.find((each) => each === mode) ?? 'text' })}
        data={MODES.map((mode) => ({ value: mode, label: t(`what.${mode}`) }))}
      />
      {value.mode === 'text' ? (
        <TextField text={value.text} onChange={(text) => onChange({ ...value, text })} />
      ) : (
        <MessageField messageId={value.messageId} onChange={(messageId) => onChange({ ...value, messageId })} />
      )}
    </Stack>
  );
}

function TextField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const { t } = useTranslation('announcements');
  const { field, insert } = useInsertAtCaret({ value: text, maxLength: SPOKEN_TEXT_MAX, onChange });
  return (
    <>
      <Textarea
        ref={field}
        label={t('text.label')}
        description={t('text.hint')}
        placeholder={t('text.example')}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={SPOKEN_TEXT_MAX}
        value={text}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Group gap="xs" role="toolbar" aria-label={t('text.variables')}>
        {VARIABLES.map((variable) => (
          <Button key={variable} size="compact-sm" variant="default" onClick={() => insert(`{${variable}}`)}>
            {t(`text.${variable}`)}
          </Button>
        ))}
      </Group>
    </>
  );
}

function MessageField({
  messageId,
  onChange,
}: {
  messageId: number | null;
  onChange: (messageId: number | null) => void;
}) {
  const { t } = useTranslation(['announcements', 'common']);
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<{ value: string; label: string } | null>(null);
  const [q] = useDebouncedValue(typed === picked?.label ? '' : typed.trim(), SEARCH_SETTLE_MS);
  const { data = [], isFetching } = useGetSayMessagesQuery(q);
  const mayEmergency = useMay('emergency');
  const found = data
    .filter(({ emergency }) => mayEmergency || !emergency)
    .map(({ id, name, emergency }) => ({
      value: String(id),
      label: emergency ? t('message.emergency', { name }) : name,
    }));
  const all = picked && !found.some(({ value }) => value === picked.value) ? [picked, ...found] : found;
  return (
    <Select
      label={t('message.label')}
      description={t('message.hint')}
      placeholder={t('message.choose')}
      searchable
      data={all}
      value={messageId === null ? null : String(messageId)}
      onChange={(value, option) => {
        setPicked(value === null ? null : { value, label: option?.label ?? '' });
        onChange(value === null ? null : Number(value));
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has filtered.
      filter={({ options }) => options}
      nothingFoundMessage={t(isFetching ? 'common:loading' : 'message.none')}
    />
  );
}
