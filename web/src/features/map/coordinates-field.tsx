import { Button, CloseButton, Group, TextInput } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { coordinatesText, parseCoordinates } from './coordinates.ts';

const PlacePicker = lazyDialog(async () => (await import('./place-picker.tsx')).PlacePicker);

type Props = {
  /** As typed; empty for none. */
  value: string;
  name: string;
  error?: ReactNode;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  'data-path'?: string | undefined;
};

/** Latitude and longitude in one field, typed or placed on a map; see TREE-59. */
export function CoordinatesField({ value, name, error, onChange, ...input }: Props) {
  const { t } = useTranslation('map');
  const [picking, setPicking] = useState(false);
  const isWrong = value.trim() !== '' && parseCoordinates(value) === null;
  return (
    <Group gap="sm" align="start" mt="sm">
      <TextInput
        {...input}
        flex={1}
        miw={220}
        className="tabular"
        label={t('field.label')}
        description={t('field.hint')}
        placeholder="56.95, 24.11"
        autoComplete="off"
        maxLength={60}
        value={value}
        error={error ?? (isWrong && t('field.wrong'))}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        rightSection={value !== '' && <CloseButton aria-label={t('field.remove')} onClick={() => onChange('')} />}
      />
      <Button
        mt={44}
        variant="default"
        aria-haspopup="dialog"
        leftSection={<IconMapPin size={16} aria-hidden />}
        onClick={() => setPicking(true)}
      >
        {t('field.pick')}
      </Button>
      {picking && (
        <PlacePicker
          name={name}
          initial={parseCoordinates(value)}
          onPick={(place) => {
            setPicking(false);
            onChange(coordinatesText(place));
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </Group>
  );
}
