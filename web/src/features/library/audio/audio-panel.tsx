import type { Audio } from '@belfry/schemas/http/library/audio';
import { Text } from '@mantine/core';
import { IconMusic } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { lazyPart } from '../../../ui/states/lazy-part.tsx';
import { toast } from '../../../ui/toast.ts';
import { formatLength } from '../format-length.ts';
import { libraryApi, useLinkAudioMutation } from '../library-api.ts';
import { LibraryList } from '../library-list.tsx';
import { NameField } from '../name-field.tsx';
import classes from '../library-list.module.css';
import { RowActions } from '../row-actions.tsx';
import { PlayButton } from '../../../ui/playback.tsx';
import { SaveForm } from '../save-form.tsx';
import { useEdited } from '../use-edited.ts';
import { UploadZone } from './upload-zone.tsx';

const WaveformPlayer = lazyPart({
  load: async () => (await import('./waveform-player.tsx')).WaveformPlayer,
  Waiting: () => <div className={classes.wave} />,
});

/** Uploaded files. */
export function AudioPanel() {
  const { t } = useTranslation('library');
  const errorText = useErrorMessage();
  const edited = useEdited<Audio>();
  const [link] = useLinkAudioMutation();
  const [playing, setPlaying] = useState<{ id: number; url: string | null } | null>(null);
  const play = async ({ id, sha256 }: Audio): Promise<void> => {
    setPlaying({ id, url: null });
    const { data, error } = await link(sha256);
    if (error) toast('error', errorText(error, t('audio.not_played')));
    setPlaying((now) => (now?.id !== id ? now : data === undefined ? null : { id, url: data }));
  };
  const stop = (): void => setPlaying(null);
  return (
    <>
      <LibraryList
        kind="audio"
        endpoint={libraryApi.endpoints.getAudio}
        mark={IconMusic}
        renderRow={(audio) => {
          const own = playing?.id === audio.id ? playing : null;
          return (
            <div className={classes.line}>
              <PlayButton
                name={audio.name}
                state={own === null ? 'off' : own.url === null ? 'waiting' : 'on'}
                onPlay={() => void play(audio)}
                onStop={stop}
              />
              <AudioFacts audio={audio} />
              {own !== null && own.url !== null && (
                <WaveformPlayer
                  audio={audio}
                  url={own.url}
                  onEnded={stop}
                  onFailed={() => {
                    stop();
                    toast('error', t('audio.not_played'));
                  }}
                />
              )}
              <RowActions kind="audio" id={audio.id} name={audio.name} onEdit={() => edited.edit(audio)} />
            </div>
          );
        }}
      >
        <UploadZone />
      </LibraryList>
      {edited.item && <RenameDialog audio={edited.item} onClose={edited.close} />}
    </>
  );
}

function AudioFacts({ audio: { name, title, artist, format, duration_ms } }: { audio: Audio }) {
  const tags = [artist, title].filter((text) => text !== null).join(' – ');
  return (
    <div className={classes.name}>
      <Text fw={600}>{name}</Text>
      <Text size="sm" c="dimmed">
        {[formatLength(duration_ms), format.toUpperCase(), tags].filter((text) => text !== '').join(' · ')}
      </Text>
    </div>
  );
}

function RenameDialog({ audio, onClose }: { audio: Audio; onClose: () => void }) {
  const { t } = useTranslation('library');
  const [name, setName] = useState(audio.name);
  const [checked, setChecked] = useState(false);
  const check = (): boolean => {
    setChecked(true);
    return name.trim() !== '';
  };
  return (
    <FormDialog title={t('audio.rename')} onClose={onClose}>
      {({ onCancel, onDirty }) => (
        <SaveForm
          kind="audio"
          item={audio}
          body={{ name: name.trim() }}
          check={check}
          apply={(body) => setName(body.name)}
          labels={{ name: t('name') }}
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
        </SaveForm>
      )}
    </FormDialog>
  );
}
