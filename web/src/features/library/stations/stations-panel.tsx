import type { Station } from '@belfry/schemas/http/library/audio';
import { Text, TextInput } from '@mantine/core';
import { IconRadio } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { libraryApi } from '../library-api.ts';
import { LibraryList } from '../library-list.tsx';
import { NameField } from '../name-field.tsx';
import classes from '../library-list.module.css';
import { RowActions } from '../row-actions.tsx';
import { PlayButton, playStateOf, usePlayback } from '../../../ui/playback.tsx';
import { SaveForm } from '../save-form.tsx';
import { useEdited } from '../use-edited.ts';
import { canHear } from './can-hear.ts';

/** Streams of web radio. */
export function StationsPanel() {
  const { t } = useTranslation('library');
  const edited = useEdited<Station>();
  const { playback, play, stop } = usePlayback(() => toast('error', t('stations.silent')));
  return (
    <>
      <LibraryList
        kind="stations"
        endpoint={libraryApi.endpoints.getStations}
        mark={IconRadio}
        onNew={edited.begin}
        renderRow={(station) => (
          <div className={classes.line}>
            <PlayButton
              name={station.name}
              state={playStateOf(playback, String(station.id))}
              onPlay={() => void play(String(station.id), () => Promise.resolve([station.url]))}
              onStop={stop}
            />
            <div className={classes.name}>
              <Text fw={600}>{station.name}</Text>
              <Text size="sm" c="dimmed">
                {station.url}
              </Text>
            </div>
            <RowActions kind="stations" id={station.id} name={station.name} onEdit={() => edited.edit(station)} />
          </div>
        )}
      />
      {edited.opened && <StationDialog station={edited.item} onClose={edited.close} />}
    </>
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
