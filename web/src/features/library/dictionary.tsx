import type { Pronunciation } from '@belfry/schemas/http/library/texts';
import { Button, Menu, TextInput } from '@mantine/core';
import { IconBook } from '@tabler/icons-react';
import { useState } from 'react';
import { useOpened } from '../../kit/detail/index.ts';
import { FormDrawer } from '../../kit/form/index.ts';
import { Row, Rows, useGrowing } from '../../kit/list/index.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useTranslation } from '../../lib/translation.ts';
import { DotsMenu } from '../../ui/dots-menu.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useMay } from '../teams/teams-api.ts';
import { DeleteResource } from './delete-item.tsx';
import { useGetDictionaryQuery } from './library-api.ts';
import { SaveForm, VoiceLanguageSelect } from './save-form.tsx';

type Props = { q: string; isAdding: boolean; onAdd: () => void; onAdded: () => void };

/** How words are spoken. */
export function Dictionary({ q, isAdding, onAdd, onAdded }: Props) {
  const { t } = useTranslation('library');
  const edits = useMay('edit_library');
  const { size, listOf } = useGrowing();
  const { opened, to, close } = useOpened();
  const query = useGetDictionaryQuery({ q, page: 1, page_size: size });
  const list = listOf(query);
  const [deleting, setDeleting] = useState<Pronunciation | null>(null);
  const entry = list.rows?.find(({ id }) => String(id) === opened);
  return (
    <>
      <Rows
        label={t('tabs.dictionary')}
        {...list}
        keyOf={({ id }) => id}
        empty={
          <EmptyState
            icon={<IconBook size={24} aria-hidden />}
            title={t(q === '' ? 'dictionary.empty' : 'none_match')}
            action={
              edits &&
              q === '' && (
                <Button variant="default" onClick={onAdd}>
                  {t('dictionary.new')}
                </Button>
              )
            }
          >
            {q === '' && t('dictionary.empty_text')}
          </EmptyState>
        }
      >
        {(pronunciation) => {
          const { id, word, spoken, language, may_change } = pronunciation;
          const mayEdit = edits && may_change !== false;
          return (
            <Row
              to={mayEdit ? to(String(id)) : '?kind=dictionary'}
              isOpen={String(id) === opened}
              name={word}
              path={spoken}
              facts={language}
              action={
                mayEdit && (
                  <DotsMenu of={word}>
                    <Menu.Item c="error" onClick={() => setDeleting(pronunciation)}>
                      {t('delete_it')}
                    </Menu.Item>
                  </DotsMenu>
                )
              }
            />
          );
        }}
      </Rows>
      {entry && edits && <EntryForm key={entry.id} entry={entry} onClose={close} />}
      {isAdding && <EntryForm entry={undefined} onClose={onAdded} />}
      {deleting && (
        <DeleteResource
          kind="dictionary"
          id={deleting.id}
          name={deleting.word}
          onClose={() => setDeleting(null)}
          onDeleted={close}
        />
      )}
    </>
  );
}

function EntryForm({ entry, onClose }: { entry: Pronunciation | undefined; onClose: () => void }) {
  const { t } = useTranslation('library');
  const locale = useLocale();
  const [fields, setFields] = useState({
    language: entry?.language ?? locale,
    word: entry?.word ?? '',
    spoken: entry?.spoken ?? '',
  });
  const [checked, setChecked] = useState(false);
  const check = (): boolean => {
    setChecked(true);
    return fields.word.trim() !== '' && fields.spoken.trim() !== '';
  };
  return (
    <FormDrawer
      title={entry?.word ?? t('dictionary.new')}
      path={entry && t('tabs.dictionary')}
      param="open"
      onClose={onClose}
    >
      {({ onCancel, onDirty }) => {
        const change = (next: Partial<typeof fields>): void => {
          setFields({ ...fields, ...next });
          onDirty(true);
        };
        return (
          <SaveForm
            kind="dictionary"
            item={entry}
            body={fields}
            check={check}
            apply={setFields}
            labels={{ language: t('language'), word: t('dictionary.word'), spoken: t('dictionary.spoken') }}
            onSaved={onClose}
            onCancel={onCancel}
          >
            <VoiceLanguageSelect
              label={t('language')}
              value={fields.language}
              onChange={(language) => change({ language })}
            />
            <TextInput
              label={t('dictionary.word')}
              withAsterisk
              maxLength={100}
              value={fields.word}
              error={checked && fields.word.trim() === '' && t('dictionary.word_missing')}
              data-autofocus
              onChange={({ currentTarget }) => change({ word: currentTarget.value })}
            />
            <TextInput
              label={t('dictionary.spoken')}
              description={t('dictionary.spoken_hint')}
              withAsterisk
              maxLength={200}
              value={fields.spoken}
              error={checked && fields.spoken.trim() === '' && t('dictionary.spoken_missing')}
              onChange={({ currentTarget }) => change({ spoken: currentTarget.value })}
            />
          </SaveForm>
        );
      }}
    </FormDrawer>
  );
}
