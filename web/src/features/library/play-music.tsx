import type { LibraryItem } from '@belfry/schemas/http/library/items';
import { useGetLibraryQuery } from './library-api.ts';
import { useItemPlayer } from './use-item-player.tsx';

type Music = { kind: 'playlists' | 'stations'; id: number };
const isMusic = ({ kind }: LibraryItem): boolean => kind === 'playlists' || kind === 'stations';

/** ▶ of a playlist or station: of the one with this number, or of the only one with this name. */
export function PlayMusic({ of }: { of: Music | { name: string } }) {
  const player = useItemPlayer();
  const byName = 'name' in of;
  const { data } = useGetLibraryQuery({
    q: byName ? of.name : '',
    page: 1,
    page_size: 500,
    ...(!byName && { kind: of.kind }),
  });
  const fitting = (data?.rows ?? []).filter((entry) =>
    byName ? isMusic(entry) && entry.item.name === of.name : entry.kind === of.kind && entry.item.id === of.id,
  );
  const [only] = fitting;
  return only && fitting.length === 1 ? player(only) : null;
}
