import { IconBook, IconMessage, IconMusic, IconPlaylist, IconRadio } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAddressTab } from '../../lib/address/use-address-tab.ts';
import { TabbedPage, type PageTab } from '../../ui/tabbed-page.tsx';
import { AudioPanel } from './audio/audio-panel.tsx';
import { DictionaryPanel } from './dictionary/dictionary-panel.tsx';
import type { Kind } from '../../api/library/library-api.ts';
import { MessagesPanel } from './messages/messages-panel.tsx';
import { PlaylistsPanel } from './playlists/playlists-panel.tsx';
import { StationsPanel } from './stations/stations-panel.tsx';

const TABS = ['messages', 'audio', 'playlists', 'stations', 'dictionary'] as const satisfies readonly Kind[];

/** What announcements are made of; see LIB-1. */
export function LibraryPage() {
  const { t } = useTranslation('library');
  const [tab, go] = useAddressTab(TABS);
  const tabs: Record<Kind, PageTab> = {
    messages: { label: t('tabs.messages'), icon: IconMessage, panel: <MessagesPanel /> },
    audio: { label: t('tabs.audio'), icon: IconMusic, panel: <AudioPanel /> },
    playlists: { label: t('tabs.playlists'), icon: IconPlaylist, panel: <PlaylistsPanel /> },
    stations: { label: t('tabs.stations'), icon: IconRadio, panel: <StationsPanel /> },
    dictionary: { label: t('tabs.dictionary'), icon: IconBook, panel: <DictionaryPanel /> },
  };
  return <TabbedPage title={t('title')} lead={t('lead')} tab={tab} onChange={go} tabs={tabs} />;
}
