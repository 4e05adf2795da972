import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { DeviceForm, type DeviceFormProps } from './device-form.tsx';

type Props = Omit<DeviceFormProps, 'onCancel' | 'onDirty'> & { title: string; onClose: () => void };

/** The form of a device in its dialog. */
export function DeviceFormDialog({ title, onClose, ...form }: Props) {
  return (
    <FormDialog title={title} onClose={onClose}>
      {(parts) => <DeviceForm {...form} {...parts} />}
    </FormDialog>
  );
}
