import type { Pronunciation } from '@belfry/schemas/http/library/texts';
import { Badge, Text, TextInput } from '@mantine/core';
import { IconBook } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { VoiceLanguageSelect } from '../voice-language-select.tsx';
import { libraryApi } from '../../../api/library/library-api.ts';
import { LibraryList } from '../library-list.tsx';
import classes from '../library-list.module.css';
import { RowActions } from '../row-actions.tsx';
import { SaveForm } from '../save-form.tsx';
import { useEdited } from '../use-edited.ts';

/** How words are spoken. */
export function DictionaryPanel() {
  const edited = useEdited<Pronunciation>();
  return (
    <>
      <LibraryList
        kind="dictionary"
        endpoint={libraryApi.endpoints.getDictionary}
        mark={IconBook}
        onNew={edited.begin}
        renderRow={(entry) => (
          <div className={classes.line}>
            <div className={classes.name}>
              <Text fw={600}>{entry.word}</Text>
              <Text size="sm" c="dimmed">
                {entry.spoken}
              </Text>
            </div>
            <Badge variant="default">{entry.language}</Badge>
            <RowActions kind="dictionary" id={entry.id} name={entry.word} onEdit={() => edited.edit(entry)} />
          </div>
        )}
      />
      {edited.opened && <EntryDialog entry={edited.item} onClose={edited.close} />}
    </>
  );
}

function EntryDialog({ entry, onClose }: { entry: Pronunciation | undefined; onClose: () => void }) {
  const { t, i18n } = useTranslation('library');
  const [fields, setFields] = useState({
    language: entry?.language ?? (i18n.language === 'ru' ? 'ru' : 'en'),
    word: entry?.word ?? '',
    spoken: entry?.spoken ?? '',
  });
  const [checked, setChecked] = useState(false);
  const check = (): boolean => {
    setChecked(true);
    return fields.word.trim() !== '' && fields.spoken.trim() !== '';
  };
  return (
    <FormDialog title={t(entry ? 'dictionary.edit' : 'dictionary.new')} onClose={onClose}>
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
    </FormDialog>
  );
}
