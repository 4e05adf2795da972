import type { Station } from '@belfry/schemas/http/library/audio';
import { TextInput } from '@mantine/core';
import { IconRadio } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { libraryApi } from './library-api.ts';
import { PlayButton, playStateOf, usePlayback } from '../../ui/playback.tsx';
import { LibraryList, RowText } from './library-list.tsx';
import { NameField, SaveForm } from './save-form.tsx';

export function StationsPanel() {
  const { t } = useTranslation('library');
  const { playback, play, stop } = usePlayback(() => toast('error', t('stations.silent')));
  return (
    <LibraryList
      kind="stations"
      endpoint={libraryApi.endpoints.getStations}
      mark={IconRadio}
      nameOf={({ name }) => name}
      renderEditor={(station, onClose) => <StationDialog station={station} onClose={onClose} />}
    >
      {({ id, name, url }) => (
        <>
          <PlayButton
            name={name}
            state={playStateOf(playback, String(id))}
            onPlay={() => void play(String(id), () => Promise.resolve([url]))}
            onStop={stop}
          />
          <RowText name={name}>{url}</RowText>
        </>
      )}
    </LibraryList>
  );
}

const isAddress = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

function StationDialog({ station, onClose }: { station: Station | undefined; onClose: () => void }) {
  const { t } = useTranslation('library');
  const [name, setName] = useState(station?.name ?? '');
  const [url, setUrl] = useState(station?.url ?? '');
  const [checked, setChecked] = useState(false);
  const isComplete = name.trim() !== '' && isAddress(url.trim());
  const tryStream = async (saved: string, address: string): Promise<void> => {
    if (!(await canHear(address))) toast('error', t('stations.not_heard', { name: saved }));
  };
  const check = (): boolean => {
    setChecked(true);
    return isComplete;
  };
  return (
    <FormDialog title={t(station ? 'stations.edit' : 'stations.new')} onClose={onClose}>
      {({ onCancel, onDirty }) => (
        <SaveForm
          kind="stations"
          item={station}
          body={{ name: name.trim(), url: url.trim() }}
          check={check}
          apply={(body) => {
            setName(body.name);
            setUrl(body.url);
          }}
          labels={{ name: t('name'), url: t('stations.url') }}
          onSaved={() => {
            onClose();
            void tryStream(name.trim(), url.trim());
          }}
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
          <TextInput
            label={t('stations.url')}
            description={t('stations.url_hint')}
            withAsterisk
            type="url"
            maxLength={500}
            value={url}
            error={checked && !isAddress(url.trim()) && t('stations.url_wrong')}
            onChange={({ currentTarget }) => {
              setUrl(currentTarget.value);
              onDirty(true);
            }}
          />
        </SaveForm>
      )}
    </FormDialog>
  );
}

/** A stream that has not begun by then is taken for dead. */
const BEGINS_WITHIN_MS = 10_000;

/** Whether this browser receives the sound of a stream; nothing is heard of it. */
export function canHear(url: string): Promise<boolean> {
  const audio = new Audio();
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), BEGINS_WITHIN_MS);
    const end = (heard: boolean): void => {
      clearTimeout(timer);
      resolve(heard);
    };
    audio.addEventListener('canplay', () => end(true));
    audio.addEventListener('error', () => end(false));
    audio.muted = true;
    audio.preload = 'auto';
    audio.src = url;
  }).finally(() => audio.removeAttribute('src'));
}
