import { Combobox, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useReturnFocus } from '../../lib/focus.ts';
import { SearchList } from '../pickers/search-list.tsx';
import { EmblemIcon } from './emblem-icon.tsx';
import { searchEmblems } from './emblems.ts';
import classes from './emblem-gallery.module.css';

type Props = { selected: string; onPick: (emblem: string) => void; onClose: () => void };

export function EmblemGallery({ selected, onPick, onClose }: Props) {
  useReturnFocus();
  const { t } = useTranslation(['ui', 'common']);
  const locale = useLocale();
  const [typed, setTyped] = useState('');
  const matches = searchEmblems(typed);
  const pick = (emblem: string): void => {
    onPick(emblem);
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('emblem.title')}
      centered
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <SearchList
        title={t('emblem.title')}
        placeholder={t('emblem.search')}
        typed={typed}
        onType={setTyped}
        onPick={pick}
        onClose={onClose}
        isGrid
        optionsClass={classes.grid}
        note={
          <Text component="output" size="sm" c="dimmed">
            {matches.length === 0 && t('emblem.none_fit')}
          </Text>
        }
      >
        {matches.map(({ emoji, ...names }) => (
          <Combobox.Option
            key={emoji}
            value={emoji}
            active={emoji === selected}
            className={classes.option}
            aria-label={names[locale]}
            title={names[locale]}
          >
            <EmblemIcon emblem={emoji} size={28} />
          </Combobox.Option>
        ))}
      </SearchList>
    </Modal>
  );
}
