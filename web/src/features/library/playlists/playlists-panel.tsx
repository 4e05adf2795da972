import type { Playlist } from '@belfry/schemas/http/library/audio';
import { Badge, Text } from '@mantine/core';
import { IconPlaylist } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatLength } from '../format-length.ts';
import { libraryApi } from '../../../api/library/library-api.ts';
import { LibraryList } from '../library-list.tsx';
import classes from '../library-list.module.css';
import { RowActions } from '../row-actions.tsx';
import { useEdited } from '../use-edited.ts';
import { PlaylistDialog } from './playlist-dialog.tsx';

/** Audio in an order. */
export function PlaylistsPanel() {
  const { t } = useTranslation('library');
  const edited = useEdited<Playlist>();
  return (
    <>
      <LibraryList
        kind="playlists"
        endpoint={libraryApi.endpoints.getPlaylists}
        mark={IconPlaylist}
        onNew={edited.begin}
        renderRow={(playlist) => (
          <div className={classes.line}>
            <div className={classes.name}>
              <Text fw={600}>{playlist.name}</Text>
              <Text size="sm" c="dimmed">
                {t('playlists.count', { count: playlist.audio_ids.length })} · {formatLength(playlist.duration_ms)}
              </Text>
            </div>
            {playlist.shuffle && <Badge variant="default">{t('playlists.shuffled')}</Badge>}
            <RowActions kind="playlists" id={playlist.id} name={playlist.name} onEdit={() => edited.edit(playlist)} />
          </div>
        )}
      />
      {edited.opened && <PlaylistDialog playlist={edited.item} onClose={edited.close} />}
    </>
  );
}
