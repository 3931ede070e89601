"""The office: where mail, titles and templates meet."""
