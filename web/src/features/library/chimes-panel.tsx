import { useAct } from '../../ui/use-act.ts';
import type { OwnChime } from '@belfry/schemas/http/library/chimes';
import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { PlayButton, playStateOf, usePlayback } from '../../ui/playback.tsx';
import { toast } from '../../ui/toast.ts';
import { AudioChoice } from './audio-choice.tsx';
import { libraryApi, useGetAudioQuery, useLinkAudioMutation } from './library-api.ts';
import { formatLength, LibraryList, RowText } from './library-list.tsx';
import { NameField, SaveForm } from './save-form.tsx';

export function ChimesPanel() {
  const { t } = useTranslation('library');
  const { act } = useAct({ parallel: true });
  const [link] = useLinkAudioMutation();
  const { playback, play, stop } = usePlayback(() => toast('error', t('audio.not_played')));
  const addressOf = async (sha256: string): Promise<string[] | null> => {
    const data = await act(() => link(sha256), { failed: t('audio.not_played') });
    return data === undefined ? null : [data];
  };
  return (
    <LibraryList
      kind="chimes"
      endpoint={libraryApi.endpoints.getChimes}
      mark={IconBell}
      nameOf={({ name }) => name}
      renderEditor={(chime, onClose) => <ChimeDialog chime={chime} onClose={onClose} />}
    >
      {({ id, name, sha256, duration_ms }) => (
        <>
          <PlayButton
            name={name}
            state={playStateOf(playback, String(id))}
            onPlay={() => void play(String(id), () => addressOf(sha256))}
            onStop={stop}
          />
          <RowText name={name}>{formatLength(duration_ms)}</RowText>
        </>
      )}
    </LibraryList>
  );
}

const ALL = { q: '', page: 1, page_size: 500 };

function ChimeDialog({ chime, onClose }: { chime: OwnChime | undefined; onClose: () => void }) {
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
    <FormDialog title={t(chime ? 'chimes.edit' : 'chimes.new')} onClose={onClose}>
      {({ onCancel, onDirty }) => (
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
      )}
    </FormDialog>
  );
}
