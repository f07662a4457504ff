-- Creates the table of the index and the function. Put plinth.csv on your stage first: see README.md.
create or replace table plinth_index (part integer, data varchar);

copy into plinth_index from @~/plinth
  file_format = (type = csv field_optionally_enclosed_by = '"');

create or replace function plinth_match(part float, data varchar, query varchar)
returns table (answer varchar)
language javascript
as $$
{
  initialize: function () {
    this.parts = [];
    this.match = null;
  },
  processRow: function (row, rowWriter) {
    if (row.DATA != null) this.parts[row.PART] = row.DATA;
    if (row.QUERY == null) return;
    if (this.match === null) {
      var index = this.parts.slice(2);
      this.match = this.plinth(JSON.parse(this.parts[0])).open(index, JSON.parse(this.parts[1]));
      this.parts = [];
    }
    rowWriter.writeRow({ ANSWER: this.match(row.QUERY) });
  },
  plinth: function (PLINTH_DATA) {
{{code}}
return plinth;
  }
}
$$;
