import { isHls, type Station } from '@belfry/schemas/http/library/audio';
import { Select, Text, TextInput } from '@mantine/core';
import { useReason } from '../../lib/reasons.ts';
import { useTranslation } from '../../lib/translation.ts';
import { toast } from '../../ui/toast.ts';
import { ItemForm } from './item-form.tsx';
import { useLibraryNames } from './library-api.ts';
import type { FormParts } from './save-form.tsx';

const isAddress = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

export function StationForm({ station, head, ...parts }: FormParts & { station: Station | undefined }) {
  const { t } = useTranslation('library');
  const describe = useReason();
  const { data: playlists = [], isLoading } = useLibraryNames('playlists');
  const nameOfPlaylist = (id: number): string =>
    playlists.find((playlist) => playlist.id === id)?.name ?? (isLoading ? '…' : `#${id}`);
  const choicesWith = (id: number | null) =>
    [...new Set([...(id === null ? [] : [id]), ...playlists.map((playlist) => playlist.id)])].map((each) => ({
      value: String(each),
      label: nameOfPlaylist(each),
    }));
  return (
    <ItemForm
      {...parts}
      head={
        <>
          {head}
          {station?.problem && (
            <Text size="sm" mb="sm">
              {t('stations.problem', { count: station.problem.devices, reason: describe(station.problem) })}
            </Text>
          )}
        </>
      }
      kind="stations"
      item={station}
      opened={{
        name: station?.name ?? '',
        url: station?.url ?? '',
        fallback_playlist_id: station?.fallback_playlist_id ?? null,
      }}
      bodyOf={({ name, url, fallback_playlist_id }) => ({ name: name.trim(), url: url.trim(), fallback_playlist_id })}
      valuesOf={(body) => body}
      isComplete={({ url }) => isAddress(url.trim()) && !isHls(url.trim())}
      labels={{ name: t('name'), url: t('stations.url'), fallback_playlist_id: t('stations.fallback') }}
      textOf={(field, value) => {
        if (field !== 'fallback_playlist_id') return String(value);
        return value === null ? t('stations.no_fallback') : nameOfPlaylist(Number(value));
      }}
      onSaved={({ name, url }) => {
        // Browsers play no lists; devices find the streams in them.
        if (isListAddress(url)) return;
        void canHear(url).then((heard) => {
          if (!heard) toast('error', t('stations.not_heard', { name }));
        });
      }}
    >
      {({ values: { url, fallback_playlist_id: fallback }, checked, change }) => (
        <>
          <TextInput
            label={t('stations.url')}
            description={t('stations.url_hint')}
            withAsterisk
            type="url"
            maxLength={500}
            value={url}
            error={
              (checked && !isAddress(url.trim()) && t('stations.url_wrong')) || (isHls(url.trim()) && t('stations.hls'))
            }
            onChange={({ currentTarget }) => change({ url: currentTarget.value })}
          />
          <Select
            label={t('stations.fallback')}
            description={t('stations.fallback_hint')}
            placeholder={t('stations.no_fallback')}
            data={choicesWith(fallback)}
            value={fallback === null ? null : String(fallback)}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('stations.clear_fallback'), 'aria-hidden': false, tabIndex: 0 }}
            nothingFoundMessage={t('nothing_found')}
            onChange={(id) => change({ fallback_playlist_id: id === null ? null : Number(id) })}
          />
        </>
      )}
    </ItemForm>
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
