import type { ComponentProps } from 'react';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { DetailFrame } from '../detail/index.ts';

type Props = Pick<ComponentProps<typeof FormDialog>, 'param' | 'onClose' | 'children'> & {
  title: string;
  path?: string | undefined;
};

/** A form in a drawer, which asks before it discards what was typed. */
export function FormDrawer({ path, ...props }: Props) {
  return <FormDialog {...props} renderFrame={(parts) => <DetailFrame {...parts} path={path} />} />;
}
