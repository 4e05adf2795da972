// Runs before the first paint, so that a light console does not flash dark. The key is LOCAL_KEYS.colourScheme.
(function () {
  var choice = 'dark';
  try {
    choice = localStorage.getItem('theme') || 'dark';
  } catch (_) {
    // Storage may be forbidden; dark is the default.
  }
  var light = choice === 'light' || (choice === 'auto' && matchMedia('(prefers-color-scheme: light)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', light ? 'light' : 'dark');
})();
