import { useTranslation } from 'react-i18next';
import { useReturnFocus } from '../../../../lib/hooks/use-return-focus.ts';
import { FormDialog } from '../../../../ui/dialogs/form-dialog.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { addBodyOf, NEW_USER, refusedField } from '../../user-form.ts';
import { useAddUserMutation } from '../../users-admin-api.ts';
import { UserForm } from './user-form.tsx';

/** The dialog that adds a user; see USER-11. */
export function AddUser({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const { t } = useTranslation('users-admin');
  const errorText = useErrorMessage();
  const [add] = useAddUserMutation();
  return (
    <FormDialog title={t('form.add_title')} onClose={onClose}>
      {(parts) => (
        <UserForm
          {...parts}
          adding
          initial={NEW_USER}
          submitLabel={t('form.submit_add')}
          onSend={async (values) => {
            const { error } = await add(addBodyOf(values));
            if (error) return { text: t('form.add_failed'), reason: errorText(error), field: refusedField(error) };
            toast('success', t('form.added', { name: values.name.trim() }));
            onClose();
            return null;
          }}
        />
      )}
    </FormDialog>
  );
}
