import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useErrorMessage } from '../../../../lib/api/use-error-message.ts';
import { SearchSelect } from '../../../../ui/pickers/search-select.tsx';
import { useContents, type ContentType } from '../../use-contents.ts';

type Props = { type: ContentType; value: number | null; error?: ReactNode; onChange: (id: number) => void };

/** A message, playlist or station of the library, searchable by name. */
export function ContentField({ type, value, error, onChange }: Props) {
  const { t } = useTranslation('schedule-form');
  const errorText = useErrorMessage();
  const { data, error: failure } = useContents(type);
  const known = data?.map(({ id, name }) => ({ value: String(id), label: name })) ?? [];
  const gone = value !== null && data && !data.some(({ id }) => id === value);
  const choices = gone ? [...known, { value: String(value), label: t('content_gone') }] : known;
  return (
    <>
      <SearchSelect
        // The text of the choice is known when the list is there. Until then nothing can be typed that would be lost.
        key={String(data === undefined)}
        disabled={data === undefined && failure === undefined}
        label={t(`content.${type}`)}
        placeholder={t('content_hint')}
        withAsterisk
        data={choices}
        value={value === null ? null : String(value)}
        error={failure ? errorText(failure, t('content_failed')) : error}
        onChange={(id) => onChange(Number(id))}
      />
      {data?.length === 0 && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('content_missing')}{' '}
          <Anchor component={Link} to="/library" size="sm">
            {t('content_open')}
          </Anchor>
        </Text>
      )}
    </>
  );
}
