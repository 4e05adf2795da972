import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { IconMoodSmile } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EMBLEM_UNITS_MAX } from '../../../../lib/format/emblem.ts';
import { EmblemIcon } from '../../../../ui/emblems/emblem-icon.tsx';
import { lazyDialog } from '../../../../ui/dialogs/lazy-dialog.tsx';

/** The gallery is loaded when it is opened. */
const EmblemGallery = lazyDialog(async () => (await import('../../../../ui/emblems/emblem-gallery.tsx')).default);

type Props = Omit<TextInputProps, 'value' | 'label' | 'description'> & {
  value: string;
  onPick: (emblem: string) => void;
};

/** An emblem of up to four characters, typed or chosen from the gallery. */
export function EmblemInput({ onPick, ...input }: Props) {
  const { t } = useTranslation(['companies', 'ui']);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <TextInput
        label={t('details.emblem')}
        description={t('details.emblem_hint')}
        autoComplete="off"
        maxLength={EMBLEM_UNITS_MAX}
        leftSection={input.value.trim() !== '' && <EmblemIcon emblem={input.value.trim()} size={20} />}
        leftSectionWidth={input.value.trim() === '' ? 12 : undefined}
        rightSection={
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('ui:emblem.title')}
            aria-haspopup="dialog"
            onClick={() => setOpened(true)}
          >
            <IconMoodSmile size={20} stroke={1.6} aria-hidden />
          </ActionIcon>
        }
        {...input}
      />
      {opened && <EmblemGallery selected={input.value} onPick={onPick} onClose={() => setOpened(false)} />}
    </>
  );
}
