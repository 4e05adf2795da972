import { isHls, type Station } from '@belfry/schemas/http/library/audio';
import { Select, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDrawer } from '../../kit/form/index.ts';
import { useReason } from '../../lib/reasons.ts';
import { useTranslation } from '../../lib/translation.ts';
import { toast } from '../../ui/toast.ts';
import { useLibraryNames } from './library-api.ts';
import { type FormParts, NameField, SaveForm } from './save-form.tsx';

const isAddress = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

export function StationForm({ station, head, foot, onClose }: FormParts & { station: Station | undefined }) {
  const { t } = useTranslation('library');
  const describe = useReason();
  const [name, setName] = useState(station?.name ?? '');
  const [url, setUrl] = useState(station?.url ?? '');
  const [fallback, setFallback] = useState(station?.fallback_playlist_id ?? null);
  const { data: playlists = [], isLoading } = useLibraryNames('playlists');
  const [checked, setChecked] = useState(false);
  const isComplete = name.trim() !== '' && isAddress(url.trim()) && !isHls(url.trim());
  const tryStream = async (saved: string, address: string): Promise<void> => {
    // Browsers play no lists; devices find the streams in them.
    if (!isListAddress(address) && !(await canHear(address))) toast('error', t('stations.not_heard', { name: saved }));
  };
  const check = (): boolean => {
    setChecked(true);
    return isComplete;
  };
  const choices = playlists.map((playlist) => ({ value: String(playlist.id), label: playlist.name }));
  if (fallback !== null && !playlists.some(({ id }) => id === fallback))
    choices.unshift({ value: String(fallback), label: isLoading ? '…' : `#${fallback}` });
  const nameOfPlaylist = (id: number | null): string => {
    if (id === null) return t('stations.no_fallback');
    return playlists.find((playlist) => playlist.id === id)?.name ?? `#${id}`;
  };
  return (
    <FormDrawer
      title={station?.name ?? t('stations.new')}
      path={station && t('kind.stations')}
      param="open"
      onClose={onClose}
    >
      {({ onCancel, onDirty }) => (
        <>
          {head}
          {station?.problem && (
            <Text size="sm" mb="sm">
              {t('stations.problem', { count: station.problem.devices, reason: describe(station.problem) })}
            </Text>
          )}
          <SaveForm
            kind="stations"
            item={station}
            body={{ name: name.trim(), url: url.trim(), fallback_playlist_id: fallback }}
            check={check}
            apply={(body) => {
              setName(body.name);
              setUrl(body.url);
              setFallback(body.fallback_playlist_id);
            }}
            labels={{ name: t('name'), url: t('stations.url'), fallback_playlist_id: t('stations.fallback') }}
            textOf={(field, value) =>
              field === 'fallback_playlist_id' ? nameOfPlaylist(value as number | null) : String(value)
            }
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
              error={
                (checked && !isAddress(url.trim()) && t('stations.url_wrong')) ||
                (isHls(url.trim()) && t('stations.hls'))
              }
              onChange={({ currentTarget }) => {
                setUrl(currentTarget.value);
                onDirty(true);
              }}
            />
            <Select
              label={t('stations.fallback')}
              description={t('stations.fallback_hint')}
              placeholder={t('stations.no_fallback')}
              data={choices}
              value={fallback === null ? null : String(fallback)}
              searchable
              clearable
              clearButtonProps={{ 'aria-label': t('stations.clear_fallback'), 'aria-hidden': false, tabIndex: 0 }}
              nothingFoundMessage={t('nothing_found')}
              onChange={(id) => {
                setFallback(id === null ? null : Number(id));
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

/** Playlist files, by the endings of their names. */
const isListAddress = (url: string): boolean => /\.(?:pls|m3u|asx|wax|wvx|xspf)$/i.test(URL.parse(url)?.pathname ?? '');

/** A stream that has not begun by then is taken for dead. */
const BEGINS_WITHIN_MS = 10_000;

/** True where this browser receives the sound of the stream; nothing is audible. */
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
