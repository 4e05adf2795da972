import type { OwnChime } from '@belfry/schemas/http/library/chimes';
import { useState } from 'react';
import { FormDrawer } from '../../kit/form/index.ts';
import { useTranslation } from '../../lib/translation.ts';
import { AudioChoice } from './audio-choice.tsx';
import { useGetAudioQuery } from './library-api.ts';
import { type FormParts, NameField, SaveForm } from './save-form.tsx';

const ALL = { q: '', page: 1, page_size: 500 };

export function ChimeForm({ chime, head, foot, onClose }: FormParts & { chime: OwnChime | undefined }) {
  const { t } = useTranslation('library');
  const { data } = useGetAudioQuery(ALL);
  const [name, setName] = useState(chime?.name ?? '');
  const [audioId, setAudioId] = useState(chime?.audio_id);
  const [checked, setChecked] = useState(false);
  const check = (): boolean => {
    setChecked(true);
    return name.trim() !== '' && audioId !== undefined;
  };
  const nameOf = (id: number): string => data?.rows.find((audio) => audio.id === id)?.name ?? `#${id}`;
  return (
    <FormDrawer title={chime?.name ?? t('chimes.new')} path={chime && t('kind.chimes')} param="open" onClose={onClose}>
      {({ onCancel, onDirty }) => (
        <>
          {head}
          <SaveForm
            kind="chimes"
            item={chime}
            body={{ name: name.trim(), audio_id: audioId ?? 0 }}
            check={check}
            apply={(body) => {
              setName(body.name);
              setAudioId(body.audio_id);
            }}
            labels={{ name: t('name'), audio_id: t('chimes.audio') }}
            textOf={(field, value) => (field === 'audio_id' ? nameOf(Number(value)) : String(value))}
            onSaved={onClose}
            onCancel={onCancel}
          >
            <NameField
              value={name}
              checked={checked}
              onChange={(next) => {
                setName(next);
                onDirty(true);
              }}
            />
            <AudioChoice
              label={t('chimes.audio')}
              value={audioId}
              required
              error={checked && audioId === undefined && t('chimes.audio_missing')}
              onChange={(next) => {
                setAudioId(next);
                onDirty(true);
              }}
            />
          </SaveForm>
          {foot}
        </>
      )}
    </FormDrawer>
  );
}
