import { testQuoted } from './quoted.ts';

/** The pinned texts of the company tree panel; see SHELL-9. */
testQuoted({
  'tree: devices.title': 'All Devices',
  'tree: selected_count': 'Selected Audio: {{selected}}',
  'tree: selected.title': 'Selected Audio Devices',
  'tree: selected.none': 'No audio devices selected',
  'tree: delete.title': 'Confirm Deletion',
  'tree: delete.yes': 'Yes',
  'tree: delete.no': 'No',
  'tree: json.copy': 'Copy',
  'tree: json.escape': 'Press ESC to close',
  'tree: json.access': 'Admin/Root access only',
  'tree: form.add_main': 'Add Main Company',
  'tree: form.edit_Company': 'Edit Company',
  'tree: errors.load': 'Ошибка загрузки дерева!!!',
  'tree: errors.refresh_tree': 'Ошибка обновления дерева',
  'tree: errors.refresh_list': 'Ошибка обновления списка',
  'tree: errors.update': 'Ошибка обновления',
  'tree: errors.add': 'Ошибка добавления',
  'tree: errors.unauthorized': 'Не авторизован',
});
