import { ActionIcon, TextInput } from '@mantine/core';
import { SERIAL_LENGTH } from '@belfry/schemas/domain/serial';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { IconClipboardList } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SerialPicker } from '../../../device-ownership/binding/index.ts';

type Props = {
  value: string;
  /** True for a bound device, whose serial cannot be changed. */
  fixed: boolean;
  error?: ReactNode;
  note?: ReactNode;
  busy: boolean;
  /** The owner of the offered devices. */
  owner: number;
  opened: boolean;
  onOpen: (opened: boolean) => void;
  onPick: (device: Device) => void;
  'data-path'?: string;
};

/** The serial, which is chosen from the devices that can be bound; see TREE-17. */
export function SerialChoice({ value, fixed, error, note, busy, owner, opened, onOpen, onPick, ...rest }: Props) {
  const { t } = useTranslation('element-form');
  return (
    <>
      <TextInput
        {...rest}
        className="tabular"
        label={t('fields.serial')}
        placeholder={t('fields.serial_hint')}
        description={note ?? (fixed ? t('fields.serial_kept') : undefined)}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        withAsterisk={!fixed}
        variant="filled"
        readOnly
        maxLength={SERIAL_LENGTH}
        value={value}
        error={error}
        onClick={() => !fixed && onOpen(true)}
        rightSection={
          !fixed && (
            <ActionIcon
              variant="light"
              loading={busy}
              aria-label={t('fields.serial_choose')}
              aria-haspopup="dialog"
              onClick={() => onOpen(true)}
            >
              <IconClipboardList size={18} aria-hidden />
            </ActionIcon>
          )
        }
      />
      {opened && <SerialPicker owner={owner} selected={value} onPick={onPick} onClose={() => onOpen(false)} />}
    </>
  );
}
