// A separate file, since the content security policy forbids inline scripts.
globalThis.SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger-ui', deepLinking: true });
