import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../api/base/use-error-message.ts';
import { toast } from '../../../ui/toast.ts';
import { usePreviewTextMutation, type Preview } from '../../../api/library/library-api.ts';

/** Renders a text and gives the addresses of its parts; a failure is shown with its reason. */
export function usePreviewUrls(): (preview: Preview) => Promise<readonly string[] | null> {
  const { t } = useTranslation('library');
  const errorText = useErrorMessage();
  const [render] = usePreviewTextMutation();
  return async (preview) => {
    const { data, error } = await render(preview);
    if (error) toast('error', errorText(error, t('messages.not_rendered')));
    return data ?? null;
  };
}
