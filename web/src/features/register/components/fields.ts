import type { Registration } from '../../../lib/registration-draft.ts';
import type { RegistrationField } from '../registration.ts';

/** What every group of fields gets: the form, how to change it, and what is wrong with a field. */
export type FieldsProps = {
  form: Registration;
  edit: (patch: Partial<Registration>) => void;
  errorOf: (field: RegistrationField) => string | undefined;
};
