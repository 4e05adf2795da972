import type { Station } from '@belfry/schemas/http/library';
import { Text, TextInput } from '@mantine/core';
import { IconRadio } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useGetStationsQuery } from '../library-api.ts';
import { LibraryList } from '../library-list.tsx';
import classes from '../library-list.module.css';
import { PlayButton, RowActions } from '../row-actions.tsx';
import { SaveForm } from '../save-form.tsx';
import { stateOf } from '../state-of.ts';
import { useEdited } from '../use-edited.ts';
import { useLibraryAddress } from '../use-library-address.ts';
import { useListen } from '../use-listen.ts';

/** Streams of web radio. */
export function StationsPanel() {
  const { t } = useTranslation('library');
  const { query } = useLibraryAddress();
  const answer = useGetStationsQuery(query);
  const edited = useEdited<Station>();
  const { listening, listen, stop } = useListen(() => toast('error', t('stations.silent')));
  return (
    <>
      <LibraryList
        kind="stations"
        answer={answer}
        mark={IconRadio}
        onNew={edited.begin}
        renderRow={(station) => (
          <div className={classes.line}>
            <PlayButton
              name={station.name}
              state={stateOf(listening, String(station.id))}
              onPlay={() => void listen(String(station.id), () => Promise.resolve([station.url]))}
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
  const save = () => {
    setChecked(true);
    if (!isComplete) return null;
    const body = { name: name.trim(), url: url.trim() };
    return { kind: 'stations' as const, ...(station && { id: station.id, revision: station.revision }), body };
  };
  return (
    <FormDialog title={t(station ? 'stations.edit' : 'stations.new')} onClose={onClose}>
      {({ onCancel, onDirty }) => (
        <SaveForm save={save} onSaved={onClose} onCancel={onCancel}>
          <TextInput
            label={t('name')}
            withAsterisk
            maxLength={80}
            value={name}
            error={checked && name.trim() === '' && t('name_missing')}
            data-autofocus
            onChange={({ currentTarget }) => {
              setName(currentTarget.value);
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
