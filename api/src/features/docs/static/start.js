// A file of its own, since the content security policy allows no inline script.
globalThis.SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger-ui', deepLinking: true });
