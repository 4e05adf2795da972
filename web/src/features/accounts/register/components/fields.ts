import type { Registration } from '../../../../lib/session/registration-draft.ts';
import type { RegistrationField } from '../registration.ts';

/** The properties of every group of fields: the form, its change handler, and the error of a field. */
export type FieldsProps = {
  form: Registration;
  edit: (patch: Partial<Registration>) => void;
  errorOf: (field: RegistrationField) => string | undefined;
};
